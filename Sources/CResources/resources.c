// The data files of the program, compiled in by #embed of C23: texts, each with a zero behind it.

#include "CResources.h"

#include <string.h>

static const struct {
  const char *name;
  const unsigned char *text;
} files[] = {
  {"Words/placeholders.yaml", (const unsigned char[]){
#embed "../Text/Words/placeholders.yaml" suffix(, 0)
  }},
  {"Words/replies.yaml", (const unsigned char[]){
#embed "../Text/Words/replies.yaml" suffix(, 0)
  }},
  {"Words/nonresults.yaml", (const unsigned char[]){
#embed "../Text/Words/nonresults.yaml" suffix(, 0)
  }},
  {"Words/answers.yaml", (const unsigned char[]){
#embed "../Text/Words/answers.yaml" suffix(, 0)
  }},
  {"Words/dates.yaml", (const unsigned char[]){
#embed "../Text/Words/dates.yaml" suffix(, 0)
  }},
  {"Words/choices.yaml", (const unsigned char[]){
#embed "../Text/Words/choices.yaml" suffix(, 0)
  }},
  {"Words/courtesies.yaml", (const unsigned char[]){
#embed "../Text/Words/courtesies.yaml" suffix(, 0)
  }},
  {"Words/foreign.yaml", (const unsigned char[]){
#embed "../Text/Words/foreign.yaml" suffix(, 0)
  }},
  {"Profiles/managers.yaml", (const unsigned char[]){
#embed "../Reporting/Profiles/managers.yaml" suffix(, 0)
  }},
  {"Profiles/issues.sh", (const unsigned char[]){
#embed "../Reporting/Profiles/issues.sh" suffix(, 0)
  }},
  {"Words/phrases.yaml", (const unsigned char[]){
#embed "../Text/Words/phrases.yaml" suffix(, 0)
  }},
  {"Words/reasons.yaml", (const unsigned char[]){
#embed "../Text/Words/reasons.yaml" suffix(, 0)
  }},
  {"Words/scales.yaml", (const unsigned char[]){
#embed "../Text/Words/scales.yaml" suffix(, 0)
  }},
  {"Words/tables.yaml", (const unsigned char[]){
#embed "../Text/Words/tables.yaml" suffix(, 0)
  }},
  {"Words/results.yaml", (const unsigned char[]){
#embed "../Text/Words/results.yaml" suffix(, 0)
  }},
  {"Words/sheets.yaml", (const unsigned char[]){
#embed "../Text/Words/sheets.yaml" suffix(, 0)
  }},
  {"Words/compatibility.txt", (const unsigned char[]){
#embed "../Text/Words/compatibility.txt" suffix(, 0)
  }},
  {"Catalogue/catalogue.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/catalogue.yaml" suffix(, 0)
  }},
  {"Catalogue/touches.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/touches.yaml" suffix(, 0)
  }},
  {"Catalogue/alike.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/alike.yaml" suffix(, 0)
  }},
  {"Catalogue/network.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/network.yaml" suffix(, 0)
  }},
  {"Catalogue/server.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/server.yaml" suffix(, 0)
  }},
  {"Catalogue/text.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/text.yaml" suffix(, 0)
  }},
  {"Catalogue/actions.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/actions.yaml" suffix(, 0)
  }},
  {"Catalogue/device.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/device.yaml" suffix(, 0)
  }},
  {"Catalogue/states.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/states.yaml" suffix(, 0)
  }},
  {"Catalogue/data.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/data.yaml" suffix(, 0)
  }},
  {"Catalogue/topics.yaml", (const unsigned char[]){
#embed "../Specification/Catalogue/Words/topics.yaml" suffix(, 0)
  }},
  {"Agent/instructions.md", (const unsigned char[]){
#embed "../SpecMatrixCLI/Agent/Texts/instructions.md" suffix(, 0)
  }},
  {"Agent/tools.json", (const unsigned char[]){
#embed "../SpecMatrixCLI/Agent/Texts/tools.json" suffix(, 0)
  }},
  {"Agent/drafting.md", (const unsigned char[]){
#embed "../SpecMatrixCLI/Agent/Texts/drafting.md" suffix(, 0)
  }},
  {"Pages/from-prose.md", (const unsigned char[]){
#embed "../../Documentation/from-prose.md" suffix(, 0)
  }},
  {"Pages/language.md", (const unsigned char[]){
#embed "../../Documentation/language.md" suffix(, 0)
  }},
  {"Schema/specmatrix.schema.json", (const unsigned char[]){
#embed "../../Documentation/schema/specmatrix.schema.json" suffix(, 0)
  }},
  {"Schema/settings.schema.json", (const unsigned char[]){
#embed "../../Documentation/schema/settings.schema.json" suffix(, 0)
  }},
  {"Schema/review.schema.json", (const unsigned char[]){
#embed "../../Documentation/schema/review.schema.json" suffix(, 0)
  }},
  {"Wording/absolute.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/absolute.yaml" suffix(, 0)
  }},
  {"Wording/english.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/english.yaml" suffix(, 0)
  }},
  {"Wording/japanese.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/japanese.yaml" suffix(, 0)
  }},
  {"Wording/controls.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/controls.yaml" suffix(, 0)
  }},
  {"Wording/units.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/units.yaml" suffix(, 0)
  }},
  {"Wording/common.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/common.yaml" suffix(, 0)
  }},
  {"Wording/vague.yaml", (const unsigned char[]){
#embed "../TestDesign/Wording/vague.yaml" suffix(, 0)
  }},
  {"Findings/findings.yaml", (const unsigned char[]){
#embed "../Reporting/FindingCatalogue/findings.yaml" suffix(, 0)
  }},
  {"Findings/mistakes.yaml", (const unsigned char[]){
#embed "../Reporting/FindingCatalogue/mistakes.yaml" suffix(, 0)
  }},
  {"Page/page.html", (const unsigned char[]){
#embed "../Reporting/Review/Page/page.html" suffix(, 0)
  }},
  {"Page/page.css", (const unsigned char[]){
#embed "../Reporting/Review/Page/page.css" suffix(, 0)
  }},
  {"Page/states.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/states.mjs" suffix(, 0)
  }},
  {"Page/words.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/words.mjs" suffix(, 0)
  }},
  {"Page/data.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/data.mjs" suffix(, 0)
  }},
  {"Page/outcomes.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/outcomes.mjs" suffix(, 0)
  }},
  {"Page/csv.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/csv.mjs" suffix(, 0)
  }},
  {"Page/drafts.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/drafts.mjs" suffix(, 0)
  }},
  {"Page/fragment.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/fragment.mjs" suffix(, 0)
  }},
  {"Page/dom.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/dom.mjs" suffix(, 0)
  }},
  {"Page/holes.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/holes.mjs" suffix(, 0)
  }},
  {"Page/questions.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/questions.mjs" suffix(, 0)
  }},
  {"Page/frame.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/frame.mjs" suffix(, 0)
  }},
  {"Page/cases.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/cases.mjs" suffix(, 0)
  }},
  {"Page/overview.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/overview.mjs" suffix(, 0)
  }},
  {"Page/meeting.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/meeting.mjs" suffix(, 0)
  }},
  {"Page/keys.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/keys.mjs" suffix(, 0)
  }},
  {"Page/live.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/live.mjs" suffix(, 0)
  }},
  {"Page/page.mjs", (const unsigned char[]){
#embed "../Reporting/Review/Page/page.mjs" suffix(, 0)
  }},
  {"Starter/example.en.yaml", (const unsigned char[]){
#embed "../SpecMatrixCLI/Commands/Starter/example.en.yaml" suffix(, 0)
  }},
  {"Starter/example.ja.yaml", (const unsigned char[]){
#embed "../SpecMatrixCLI/Commands/Starter/example.ja.yaml" suffix(, 0)
  }},
  {"Starter/traits.en.yaml", (const unsigned char[]){
#embed "../SpecMatrixCLI/Commands/Starter/traits.en.yaml" suffix(, 0)
  }},
  {"Starter/traits.ja.yaml", (const unsigned char[]){
#embed "../SpecMatrixCLI/Commands/Starter/traits.ja.yaml" suffix(, 0)
  }},
};

const char *resource_text(const char *name) {
  for (unsigned long i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return (const char *)files[i].text;
  }
  return 0;
}
