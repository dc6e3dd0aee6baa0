// What specs and files may say, and what the page says itself: hostile texts stay texts, a Japanese page is Japanese, an address leads back.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {structureFaults} from "./checks.mjs";
import {Browser, skip} from "./chromium.mjs";
import {Folder} from "./program.mjs";

let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(() => browser?.close());

const script = "</script><script>window.ran = 1</script>";
const image = "</template></style><img src=x onerror=\"window.ran = 2\">";
const long = "long ".repeat(2000) + "end";
const bidi = "\u202egnp.exe\u202c \u2066x\u2069 \u200f";
const json = (text) => JSON.stringify(text).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A spec that attacks wherever a text may stand. */
const hostile = `specmatrix: 1
id: HOSTILE
feature: ${json(`${script} feature`)}
owner: ${json(image)}
traits: []
states:
  plan: {label: ${json(image)}, values: {free: ${json(script)}, premium: {label: ${json(bidi)}, note: ${json("<b>note</b> &amp; &lt;")}}}}
data:
  size: {label: ${json(`${long}&size`)}, values: {one: ${json("<!--")}, two: ${json("]]>${1}`\\")}}}
operations:
  look: {label: ${json(script + image)}}
  keep: {label: ${json(`${bidi}javascript:alert(1)`)}}
rules:
  look:
    plan:
      free: {then: ${json(script)}, source: "javascript:window.ran=3"}
  keep:
    size:
      one: ${json(long)}
      two: {question: ${json(`<img src=x onerror=window.ran=4>? ${bidi}`)}, ask: ${json(image)}}
`;

test("hostile texts in labels, results, notes, sources, people and file names are shown as text", {skip}, async () => {
  const folder = new Folder();
  const name = "a<img src=x onerror=window.ran=5>&lt;'\".yaml";
  folder.write(`specs/${name}`, hostile);
  folder.write("specs/broken</script>.yaml", `specmatrix: 1\nid: B\nfeature: "a\\uD800${script.replaceAll("/", "\\/")}"\ntraits: []\noperations: [look]\n`);
  folder.write("specs/head.yaml", `specmatrix: 1\nid: ${json("H")}\nfeature: ${json(image)}\n`);
  const address = folder.review("specs");
  const page = await browser.open(address);
  const encoded = encodeURIComponent(`specs/${name}`);
  for (const view of ["#view=all", `#view=map&spec=${encoded}`, `#view=cases&spec=${encoded}`, `#spec=${encodeURIComponent("specs/broken</script>.yaml")}`]) {
    await page.go(address + view);
    await page.frame();
    assert.deepEqual(await structureFaults(page), [], view);
    const seen = await page.evaluate(() => ({
      ran: window.ran ?? null, images: document.querySelectorAll("body img").length, scripts: document.scripts.length,
      // Bidi controls that are not written out as what they are would turn around what stands beside them.
      turned: [...document.body.innerText].filter((sign) => /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(sign)).length,
      text: document.body.innerText,
    }));
    assert.deepEqual({...seen, text: ""}, {ran: null, images: 0, scripts: 1, turned: 0, text: ""}, view);
    if (view.startsWith("#view")) assert.ok(seen.text.includes(view === "#view=all" ? image : script), `${view}: ${seen.text.slice(0, 300)}`);
  }
  // Long texts are cut, or unfold; none makes the page wider than the screen.
  await page.go(`${address}#view=map&spec=${encoded}`);
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth));
  // Every question opens, and what is typed stays text, too.
  for (let step = 0; step < 6; step++) {
    await page.press("j", "Enter");
    await page.type(image);
    await page.press("Escape");
  }
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll("body img").length), 0);
  assert.deepEqual(page.messages, []);
  await page.close();
  folder.remove();
});

/** The Latin words of a text: two letters at least. */
const words = (text) => new Set(text.match(/[A-Za-z][A-Za-z'’-]+/g) ?? []);

test("a Japanese page says nothing in English of its own", {skip}, async () => {
  const folder = Folder.ofSamples();
  const page = await browser.open("about:blank");
  for (const spec of ["specs/boost-popup.yaml", "specs/profile-screen.yaml", "specs/tsukurepo-post.yaml"]) {
    const address = folder.review(spec);
    // What the spec and the files are called, and the names of programs and of keys.
    const {specs, revision, tool} = JSON.parse(folder.run("review", spec, "--format", "json").stdout);
    const known = new Set(["specmatrix", "generate", "English", "Excel", "Enter", "Esc", "git", "csv", "answers", "agreement"]);
    const learn = (value) => {
      if (typeof value === "string") for (const word of words(value)) known.add(word);
      else if (value && typeof value === "object") for (const inner of Object.values(value)) learn(inner);
    };
    for (const each of specs) {
      // Names and texts of the spec; not the data's own words, such as “undefined”.
      const {path, id, feature, owner, factors, operations, tables, rules, wording, questions} = each;
      const own = operations.map(({id, label, cells}) => [id, label, (cells ?? []).map(({rules, cases, results}) => [rules, cases, results])]);
      learn([path, id, feature, owner, own, factors.map(({label, name, values}) => [label, name, values]), rules, wording, questions.map(({code, ...texts}) => texts)]);
      for (const table of Object.values(tables)) learn([table.title, table.columns.map(({heading, hint}) => [heading, hint]), table.rows]);
    }
    learn([revision ?? "", tool]);
    await page.go(address);
    for (const keys of [["1"], ["2"], ["j"], ["j"], ["j", "d"], ["Escape", "Escape", "3"], ["?"]]) {
      await page.press(...keys);
      await page.frame();
      const shown = await page.evaluate(() => {
        const texts = [document.title];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode()); ) {
          // Keys are called what stands on them; the button of the other language is in the other language.
          if (node.parentElement.checkVisibility() && !node.parentElement.closest("kbd, button[lang=en]")) texts.push(node.data);
        }
        for (const element of document.body.querySelectorAll("*")) {
          if (element.checkVisibility()) texts.push(...["aria-label", "title", "placeholder", "alt"].map((name) => element.getAttribute(name) ?? ""));
        }
        return {text: texts.join("\n"), lang: document.documentElement.lang};
      });
      assert.equal(shown.lang, "ja");
      assert.deepEqual([...words(shown.text)].filter((word) => !known.has(word)), [], `${spec} after ${keys}`);
    }
    await page.press("Escape");
  }
  assert.deepEqual(page.messages, []);
  await page.close();
  folder.remove();
});

test("an address leads back to the spec, the view, the question and the filter, and what was typed is there", {skip}, async () => {
  const folder = Folder.ofSamples();
  const address = folder.review("specs");
  const page = await browser.open(`${address}#view=map&spec=specs/payment-confirmation.yaml`);
  await page.press("j", "Enter");
  await page.type("The card shows initials");
  await page.press("Escape", "/");
  await page.type("fails");
  await page.until("the filter in the address", () => location.hash.includes("filter=fails"));
  const look = () => ({
    hash: location.hash, title: document.title, filter: document.querySelector("input[type=search]").value,
    operations: [...document.querySelectorAll("main h3")].map((heading) => heading.innerText), answer: document.querySelector("main textarea")?.value,
  });
  const before = await page.evaluate(look);
  assert.match(before.hash, /q=Q-/);
  assert.equal(before.answer, "The card shows initials");
  // What was typed and not downloaded asks before it goes.
  await page.reload();
  assert.deepEqual(page.dialogs, ["beforeunload"]);
  await page.until("the page again", () => document.querySelector("main h3"));
  assert.deepEqual(await page.evaluate(look), before);

  // The same address elsewhere shows the same; what was typed stays where it was typed.
  const other = await browser.open(address + before.hash);
  const {answer, ...rest} = await other.evaluate(look);
  assert.deepEqual({...rest, answer: before.answer}, before);
  assert.equal(answer, "");
  await other.close();

  // Back goes back.
  await page.press("Escape", "Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.press("3");
  await page.until("the cases", () => location.hash.includes("view=cases"));
  await page.evaluate(() => history.back());
  await page.until("the outcomes", () => !location.hash.includes("view=cases") && document.querySelector("main h3"));
  assert.deepEqual(page.messages, []);
  await page.close();
  folder.remove();
});
