#!/usr/bin/env python3
"""Whether a workbook is one that Excel opens without repair, as far as the XML tells.

    ooxml.py FILE…

Checks the package (types, relations, parts), the order of elements by ECMA-376, and what Excel repairs: rows and cells out of order, indices beyond
their tables, lists of formulas that are none. With `pip install openxml-audit` (a port of the Open XML SDK's validation) its findings are added.
"""

import io
import sys
import zipfile
import xml.etree.ElementTree as ET

from excel import ORDER
from package import DRAWING, REL, TYPES, Book, area, m, place

try:
    import openxml_audit
except ImportError:
    openxml_audit = None

WORKBOOK = ["fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets", "functionGroups", "externalReferences", "definedNames",
            "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr", "smartTagTypes", "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst"]
STYLES = ["numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles", "colors", "extLst"]
FONT = ["b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color", "name", "family", "charset", "scheme"]
# Elements that hold a list and must not be empty.
FILLED = {"cols", "mergeCells", "conditionalFormatting", "dataValidations", "hyperlinks", "rowBreaks", "colBreaks", "tableParts", "ignoredErrors", "definedNames", "sheets"}


def problems(book):
    """What is wrong, in words; nothing if all is well."""
    found = []
    try:
        for check in (package, relations, workbook, styles, sheets, chain):
            found += check(book)
    except (KeyError, ET.ParseError, IndexError, AttributeError, ValueError) as error:
        found.append(f"cannot be followed: {error!r}")
    if openxml_audit and not found:
        found += audited(book)
    return found


def package(book):
    with zipfile.ZipFile(io.BytesIO(book.data)) as archive:
        names = [name.lower() for name in archive.namelist()]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two parts named {name}"
    for name, data in book.parts.items():
        if name.endswith((".xml", ".rels", ".vml")):
            try:
                ET.fromstring(data)
            except ET.ParseError as error:
                yield f"{name} is not well-formed: {error}"
    types = book.tree("[Content_Types].xml")
    defaults = [child.get("Extension").lower() for child in types if child.tag == f"{{{TYPES}}}Default"]
    overrides = [child.get("PartName") for child in types if child.tag == f"{{{TYPES}}}Override"]
    for name in sorted(set(defaults + overrides)):
        if (defaults + overrides).count(name) > 1:
            yield f"two content types of {name}"
    for name in overrides:
        if name[1:] not in book.parts:
            yield f"a content type of {name}, which is not there"
    for name in book.parts:
        if name != "[Content_Types].xml" and "/" + name not in overrides and name.rsplit(".", 1)[-1].lower() not in defaults:
            yield f"{name} has no content type"


def relations(book):
    targets = set()
    for rels in [name for name in book.parts if name.endswith(".rels")]:
        ids = [relation.get("Id") for relation in book.tree(rels)]
        if len(ids) != len(set(ids)):
            yield f"{rels}: the same id twice"
        owner = rels.replace("_rels/", "")[:-5]
        if owner and owner not in book.parts:
            yield f"{rels} belongs to nothing"
        for id, (kind, target, external) in book.relations(owner).items():
            targets.add(target)
            if not external and target not in book.parts:
                yield f"{rels}: {id} leads to {target}, which is not there"
    for name in book.parts:
        if name.endswith(".xml") and not name.startswith(("[", "docProps")):
            known = book.relations(name)
            for element in book.tree(name).iter():
                for key, value in element.attrib.items():
                    if key.startswith(f"{{{REL}}}") and value and value not in known:
                        yield f"{name}: {element.tag.split('}')[1]} names {value}, which is no relation"
        if name not in targets and not name.endswith(".rels") and name != "[Content_Types].xml":
            yield f"nothing leads to {name}"


def ordered(root, order, where):
    ranks = [order.index(tag) for child in root if (tag := child.tag.split("}")[1]) in order]
    if ranks != sorted(ranks):
        yield f"{where}: the order is {[child.tag.split('}')[1] for child in root]}"
    for child in root:
        tag = child.tag.split("}")[1]
        if tag in order and tag != "conditionalFormatting" and sum(other.tag == child.tag for other in root) > 1:
            yield f"{where}: {tag} twice"
        if tag in FILLED and len(child) == 0:
            yield f"{where}: {tag} is empty"
        if child.get("count") and tag not in ("rowBreaks", "colBreaks") and int(child.get("count")) != len(child):
            yield f"{where}: {tag} counts {child.get('count')}, has {len(child)}"


def workbook(book):
    root = book.tree(book.workbook_part)
    yield from ordered(root, WORKBOOK, "workbook")
    sheets = root.find(m("sheets"))
    for what, values in (("name", [sheet.get("name").lower() for sheet in sheets]), ("sheetId", [sheet.get("sheetId") for sheet in sheets])):
        if len(values) != len(set(values)):
            yield f"two sheets of the same {what}: {values}"
    for sheet in sheets:
        if len(sheet.get("name").encode("utf-16-le")) > 62 or any(letter in sheet.get("name") for letter in "[]:*?/\\"):
            yield f"a sheet cannot be named {sheet.get('name')!r}"
    seen = set()
    for name in root.iter(m("definedName")):
        key = (name.get("name").lower(), name.get("localSheetId"))
        if key in seen or not (name.text or "").strip():
            yield f"name {key} twice or empty"
        seen.add(key)
        if name.get("localSheetId") and int(name.get("localSheetId")) >= len(sheets):
            yield f"name {key} belongs to no sheet"
    for view in root.iter(m("workbookView")):
        if int(view.get("activeTab", 0)) >= len(sheets) or sheets[int(view.get("activeTab", 0))].get("state", "visible") != "visible":
            yield "the sheet in front is none or hidden"


def styles(book):
    root = book.tree(book.related(book.workbook_part, "styles")[0])
    yield from ordered(root, STYLES, "styles")
    size = {tag: len(root.find(m(tag))) if root.find(m(tag)) is not None else 0 for tag in STYLES}
    for tag in ("cellStyleXfs", "cellXfs"):
        for index, form in enumerate(root.find(m(tag)) if root.find(m(tag)) is not None else []):
            for key, table in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders"), ("xfId", "cellStyleXfs")):
                if int(form.get(key, 0)) >= size[table] and form.get(key):
                    yield f"{tag} {index}: {key} {form.get(key)} of {size[table]}"
    if size["cellXfs"] > 64000:
        yield "more than 64,000 styles"
    formats = root.find(m("numFmts"))
    ids = [form.get("numFmtId") for form in formats] if formats is not None else []
    if len(ids) != len(set(ids)):
        yield "the same number format twice"


def sheets(book):
    formats = book.tree(book.related(book.workbook_part, "styles")[0])
    count = len(formats.find(m("cellXfs")))
    differential = len(formats.find(m("dxfs"))) if formats.find(m("dxfs")) is not None else 0
    for name, sheet in book.sheets().items():
        yield from ordered(sheet.root, ORDER, name)
        last, shared = 0, {}
        for row in sheet.root.iter(m("row")):
            number = int(row.get("r"))
            if number <= last:
                yield f"{name}: row {number} behind row {last}"
            last, left = number, 0
            if int(row.get("s", 0)) >= count:
                yield f"{name}: row {number} has style {row.get('s')} of {count}"
            for cell in row:
                at = place(cell.get("r"))
                if at[0] != number or at[1] <= left:
                    yield f"{name}: {cell.get('r')} in row {number} behind column {left}"
                left = at[1]
                if int(cell.get("s", 0)) >= count:
                    yield f"{name}: {cell.get('r')} has style {cell.get('s')} of {count}"
                if cell.get("t") == "s" and int(cell.findtext(m("v"))) >= len(book.strings()):
                    yield f"{name}: {cell.get('r')} has text {cell.findtext(m('v'))} of {len(book.strings())}"
                if len(sheet.text(at).encode("utf-16-le")) > 2 * 32767:
                    yield f"{name}: {cell.get('r')} holds more than 32,767 characters"
                formula = cell.find(m("f"))
                if formula is not None and formula.get("t") == "shared":
                    shared.setdefault(formula.get("si"), []).append((at, formula.get("ref")))
        yield from shared_formulas(name, shared)
        yield from over(book, name, sheet, differential)


def shared_formulas(name, shared):
    for index, members in shared.items():
        masters = [ref for _, ref in members if ref]
        if len(masters) != 1:
            yield f"{name}: shared formula {index} has {len(masters)} masters"
            continue
        top, left, bottom, right = area(masters[0])
        for (row, column), _ in members:
            if not (top <= row <= bottom and left <= column <= right):
                yield f"{name}: {(row, column)} is outside of shared formula {index} ({masters[0]})"


def over(book, name, sheet, differential):
    last = 0
    for column in sheet.root.iter(m("col")):
        if int(column.get("min")) <= last or int(column.get("max")) < int(column.get("min")):
            yield f"{name}: columns {column.get('min')}–{column.get('max')} behind {last}"
        last = int(column.get("max"))
    merges = sheet.merges()
    for index, one in enumerate(merges):
        if any(one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3] for other in merges[:index]):
            yield f"{name}: merged cells overlap at {one}"
    for rule in sheet.root.iter(m("cfRule")):
        if rule.get("dxfId") and int(rule.get("dxfId")) >= differential:
            yield f"{name}: a conditional format has style {rule.get('dxfId')} of {differential}"
    for tag in ("conditionalFormatting", "dataValidation"):
        for element in sheet.root.iter(m(tag)):
            if not (element.get("sqref") or "").strip():
                yield f"{name}: {tag} of no cell"
    for _, kind, formula in sheet.validations():
        if kind == "list" and formula and formula.startswith('"') and len(formula.encode("utf-16-le")) > 2 * 257:
            yield f"{name}: a list of choices is longer than 255 characters"
    references = [link.get("ref") for link in sheet.root.iter(m("hyperlink"))]
    if len(references) != len(set(references)):
        yield f"{name}: two links on one cell"
    for part in book.related(sheet.part, "comments"):
        references = [comment.get("ref") for comment in book.tree(part).iter(m("comment"))]
        if len(references) != len(set(references)):
            yield f"{name}: two comments on one cell"
        if sheet.root.find(m("legacyDrawing")) is None:
            yield f"{name}: comments without their boxes"
    for part in book.related(sheet.part, "drawing"):
        for anchor in book.tree(part):
            ends = [anchor.find(f"{{{DRAWING}}}{end}") for end in ("from", "to")]
            if None not in ends:
                first, end = ([int(side.find(f"{{{DRAWING}}}{axis}").text) for axis in ("row", "col")] for side in ends)
                if end[0] < first[0] or end[1] < first[1]:
                    yield f"{name}: a picture ends at {end}, before it begins at {first}"
    selected = sheet.root.find(m("autoFilter"))
    if selected is not None and sheet.table and sheet.name not in ("Set aside", "退避した記入") and area(selected.get("ref"))[0] != sheet.table.heading:
        yield f"{name}: the filter {selected.get('ref')} does not begin at the headings, row {sheet.table.heading}"


def chain(book):
    for part in book.related(book.workbook_part, "calcChain"):
        by_id = {sheet.get("sheetId"): sheet.get("name") for sheet in book.tree(book.workbook_part).iter(m("sheet"))}
        number = None
        for entry in book.tree(part):
            number = entry.get("i") or number
            sheet = book.sheets().get(by_id.get(number))
            if sheet is None or sheet.formula(place(entry.get("r"))) is None:
                yield f"the calculation chain names {by_id.get(number)}!{entry.get('r')}, which has no formula"


def audited(book):
    import tempfile
    with tempfile.NamedTemporaryFile(suffix=".xlsx") as file:
        file.write(book.data)
        file.flush()
        result = openxml_audit.OpenXmlValidator().validate(file.name)
        return [f"openxml-audit: {error.part_uri} {error.description}" for error in result.errors]


def main():
    wrong = 0
    for name in sys.argv[1:]:
        for problem in problems(Book(name)):
            wrong += 1
            print(f"{name}: {problem}")
    print(f"{len(sys.argv) - 1} files, {wrong} problems" + ("" if openxml_audit else "; openxml-audit is not installed"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
