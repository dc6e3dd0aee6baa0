// Makes the picture of the README from a sample, as a browser shows it.
//
// usage: node Documentation/pictures/make.mjs [PROGRAM]      (.build/release/specmatrix)

import {writeFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {withBrowser} from "../../Tests/ReviewPage/browser/chromium.mjs";
import {Folder, repository} from "../../Tests/ReviewPage/browser/program.mjs";

const program = resolve(process.argv[2] ?? join(repository, ".build/release/specmatrix"));
const file = join(dirname(fileURLToPath(import.meta.url)), "review.png");
/** What the page of a package registry shows without waiting. */
const most = 200_000;

const folder = Folder.ofSamples(program);
const address = folder.review("specs/payment-confirmation.yaml");
await withBrowser(async (browser) => {
  const page = await browser.open(`${address}#view=map`, {width: 1280, height: 720, scheme: "light"});
  // A question with its answer, as in the middle of a meeting.
  await page.tabTo("Answered by");
  await page.type("Sato");
  await page.press("Escape", "j", "j", "Enter");
  await page.type("The whole transfer is held back, and Compliance gets a task");
  await page.press("Escape");
  await page.evaluate(() => {
    document.activeElement.blur();
    scrollTo(0, 0);
    const panel = document.querySelector("main aside");
    panel.scrollTop += panel.querySelector("textarea").closest("li").getBoundingClientRect().top - panel.getBoundingClientRect().top;
  });
  await page.frame();
  const picture = await page.picture();
  if (picture.length > most) throw new Error(`the picture has ${picture.length} bytes, ${most} at most`);
  writeFileSync(file, picture);
  console.log(`${file}: ${picture.length} bytes`);
}, ["--hide-scrollbars"]);
