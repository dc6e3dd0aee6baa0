// The checks find what they are for: each is shown a page that has the fault, and one that has none.

import assert from "node:assert/strict";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {pathToFileURL} from "node:url";
import {contrastFaults, cutOff, namelessNodes, sourceFaults, structureFaults} from "./checks.mjs";
import {Browser, skip, until} from "./chromium.mjs";

const whole = (body, head = "") =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>T</title>${head}</head><body><h1>T</h1>${body}</body></html>`;
const address = (html) => `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;

let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(() => browser?.close());

/** What a check says of a page with this body. */
async function faults(check, body, head, settings) {
  const page = await browser.open(address(whole(body, head)), settings);
  try {
    return await check(page);
  } finally {
    await page.close();
  }
}

const good = `<table><caption>C</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
  <label for="a">Answer</label> <input id="a"> <button type="button">Go</button> <ul><li>x</li></ul>`;

test("a page without faults has none", {skip}, async () => {
  for (const check of [structureFaults, contrastFaults, namelessNodes, cutOff]) assert.deepEqual(await faults(check, good), [], check.name);
  assert.deepEqual(await faults((page) => sourceFaults(page, whole(good)), ""), []);
});

const wrong = {
  "an id that another element has": "<p id=x>a<p id=x>b",
  "for names “y”": "<label for=y>a</label>",
  "<div> in <p>": "<p id=p>a</p><script>document.getElementById('p').append(document.createElement('div'))</script>",
  "<div> in <button>": "<button><div>a</div></button>",
  "<a> in <button>": "<button><a href=#>a</a></button>",
  "<p> in <ul>": "<ul><p>a</ul>",
  "a choice without a text": "<select aria-label=a><option></option><option>a</option></select>",
  "a label of nothing": "<label>a</label>",
  "a table without a name": "<table><tr><th scope=col>A<tr><td>1</table>",
  "a table without headings": "<table><caption>C</caption><tr><td>1</table>",
  "a heading that does not say of what": "<table><caption>C</caption><tr><th>A<tr><td>1</table>",
  "an element that HTML does not have": "<nonsense>a</nonsense>",
  "the attribute colour": "<p colour=red>a",
  "2 main headings": "<h1>U</h1>",
  "the tree is another one": "<table><caption>C</caption><tr id=t><th scope=col>A</table><script>t.parentNode.replaceWith(t)</script>",
};
for (const [what, body] of Object.entries(wrong)) {
  test(`structure: ${what}`, {skip}, async () => {
    const found = await faults(structureFaults, body);
    assert.ok(found.some((fault) => fault.startsWith(what)), found.join("\n"));
  });
}

test("source: what a parser mends in silence", {skip}, async () => {
  const page = await browser.open("about:blank");
  const found = async (text) => (await sourceFaults(page, text)).join("\n");
  assert.match(await found(whole("<p>a<p>b")), /is not closed|closes/);
  assert.match(await found(whole(`<p id="a" id="b">a</p>`)), /twice the attribute id/);
  assert.match(await found(whole(`<p onclick="x()">a</p>`)), /the policy lets onclick do nothing/);
  assert.match(await found(whole("a < b")), /begins nothing/);
  assert.match(await found(whole("<p><div>a</div></p>")), /a parser makes/);
  assert.match(await found("<html></html>"), /does not begin with <!doctype html>/);
  await page.close();
});

test("contrast: grey on white, white on white in the dark, hints, generated texts, what shines through", {skip}, async () => {
  assert.match((await faults(contrastFaults, "<p>a", "<style>p { color: #888 }</style>")).join(), /^3\.54 for “a”/);
  assert.deepEqual(await faults(contrastFaults, "<p>a", "<style>p { color: #767676 }</style>"), []);
  assert.match((await faults(contrastFaults, "<p>a", "<style>p { opacity: 0.5 }</style>")).join(), /“a”/);
  assert.match((await faults(contrastFaults, "<input aria-label=a placeholder=hint>", "<style>input::placeholder { color: #aaa }</style>")).join(), /“hint”/);
  assert.match((await faults(contrastFaults, "<p>a", "<style>p::before { content: '!'; color: #aaa }</style>")).join(), /“!”/);
  const dark = "<style>:root { color-scheme: light dark } p { color: #333 }</style>";
  assert.deepEqual(await faults(contrastFaults, "<p>a", dark), []);
  assert.match((await faults(contrastFaults, "<p>a", dark, {scheme: "dark"})).join(), /“a”/);
});

test("names: buttons, links, fields and tables that a screen reader could not tell", {skip}, async () => {
  assert.match((await faults(namelessNodes, "<button></button>")).join(), /a button without a name/);
  assert.match((await faults(namelessNodes, "<a href=#></a>")).join(), /a link without a name/);
  assert.match((await faults(namelessNodes, "<textarea></textarea><select><option>a</select>")).join(), /a textbox .*a combobox/);
  assert.match((await faults(namelessNodes, "<table aria-label=a><tr><td>1</table>")).join(), /without headings|are told/);
  const flex = "<style>table, tbody, tr, td { display: block }</style>";
  assert.deepEqual(await faults(namelessNodes, good), []);
  assert.match((await faults(namelessNodes, "<table role=presentation><tr><td>1</table>", flex)).join(), /1 tables are shown, 0 are told/);
});

test("cut off: wider than the screen, hidden, and scrolled where it is printed", {skip}, async () => {
  assert.match((await faults(cutOff, "<p>a", "<style>p { width: 2000px }</style>")).join(), /the page is 2008 wide/);
  assert.match((await faults(cutOff, "<div><p>a</div>", "<style>p { width: 2000px } div { overflow: hidden }</style>")).join(), /div: \d+ px are cut off/);
  const short = "<style>p { width: 50px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }</style>";
  assert.match((await faults(cutOff, "<p>a long text that is cut", short)).join(), /p: \d+ px are cut off/);
  assert.deepEqual(await faults(cutOff, "<p title='a long text that is cut'>a long text that is cut", short), []);
  const scrolled = "<style>p { width: 2000px } div { overflow: auto }</style>";
  assert.deepEqual(await faults(cutOff, "<div><p>a</div>", scrolled), []);
  assert.match((await faults((page) => cutOff(page, true), "<div><p>a</div>", scrolled)).join(), /cut off/);
});

test("the driver: requests, messages, exceptions, keys, downloads and the clipboard", {skip}, async () => {
  const body = `<input id="i" aria-label="I"><button id="b">Copy</button> <a id="d" href="data:text/csv,a" download="x.csv">D</a>
    <img alt="" src="http://127.0.0.1:9/x"><script>
    console.warn("said"); setTimeout(() => { throw new Error("thrown") });
    b.onclick = () => navigator.clipboard.writeText(i.value + log);
    let log = ""; i.onkeydown = ({key, shiftKey, ctrlKey}) => log += [key, shiftKey, ctrlKey] + ";";
    </script>`;
  // A page that may write to the clipboard comes from a file or from a server.
  const folder = mkdtempSync(join(tmpdir(), "specmatrix-page-"));
  writeFileSync(join(folder, "a.html"), whole(body));
  const page = await browser.open(pathToFileURL(join(folder, "a.html")).href);
  assert.deepEqual(page.requests.map(({type}) => type), ["Document", "Image"]);
  // An exception is told when its turn has come, which may be after the page is there.
  await until("the exception", () => page.messages.some((message) => message.startsWith("exception: Uncaught Error: thrown")));
  assert.match(page.messages.join("\n"), /warning: said[^]*exception: Uncaught Error: thrown/);
  await page.click("#i");
  await page.type("a?日");
  await page.press("ArrowLeft", "Backspace", "Control+b");
  await page.click("#b");
  assert.equal(await page.clipboard(), "a日a,false,false;?,false,false;ArrowLeft,false,false;Backspace,false,false;b,false,true;");
  await page.click("#d");
  const {name, bytes} = await page.download();
  assert.deepEqual([name, bytes.toString()], ["x.csv", "a"]);
  await page.close();
  rmSync(folder, {recursive: true});
});
