// One question at a time, the questions of one person or day, and the page on a phone.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {Browser, skip} from "./chromium.mjs";
import {Folder, samples} from "./program.mjs";

const folder = Folder.ofSamples();
let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(async () => {
  await browser?.close();
  folder.remove();
});

const data = () => JSON.parse(folder.run("review", ...samples, "--format", "json").stdout).specs;
const heading = () => document.querySelector("h1").innerText;

test("a meeting goes through the questions of all specs with keys alone, each whole, with its cell and its choices", {skip}, async () => {
  const asked = data().flatMap(({path, questions}) => questions.filter(({optional}) => !optional).map(({id, operations}) => ({path, id, operations})));
  const page = await browser.open(folder.review(samples, "meeting.html"));
  await page.press("m");
  const texts = new Set();
  for (const [number, {path, id}] of asked.entries()) {
    if (number > 0) await page.press("n");
    await page.until(`question ${number + 1}`, (wanted) => document.querySelector(".one")?.id === `question-${wanted}`, id);
    const address = decodeURIComponent(await page.evaluate(() => location.hash));
    assert.ok(address.includes(`q=${id}`) && address.includes(path), address);
    texts.add(await page.evaluate(heading));
    const place = await page.evaluate(() => document.querySelector(".one .cell.is-chosen, .one .cell.is-asked") !== null || document.querySelector(".one .map").children.length === 0);
    assert.ok(place, `${id} has no marked cell`);
  }
  assert.equal(texts.size, asked.length);
  await page.press("n");
  await page.until("the first question again", (wanted) => document.querySelector(".one").id === `question-${wanted}`, asked[0].id);
  await page.press("p");
  await page.until("the last one before it", (wanted) => document.querySelector(".one").id === `question-${wanted}`, asked.at(-1).id);
  assert.deepEqual(page.messages, []);
  await page.close();
});

test("a digit chooses an answer in a meeting, and Escape leads back to the same question among the others", {skip}, async () => {
  const {path, questions, tables} = data().find(({id}) => id === "PAY");
  const number = questions.findIndex(({code}) => code === "undecided-expectation");
  const page = await browser.open(`${folder.review(samples, "digit.html")}#view=meeting&spec=${path}&q=${questions[number].id}`);
  await page.press("2");
  await page.frame();
  const chosen = await page.evaluate(() => document.querySelector(".option[aria-pressed=true]")?.innerText);
  const options = tables.questions.columns.findIndex(({role}) => role === "options");
  assert.equal(chosen, tables.questions.rows[number].cells[options].split("\n")[1]);
  await page.press("Enter");
  await page.until("the focus in the answer", () => document.activeElement.matches("textarea"));
  await page.press("Escape", "Escape");
  await page.until("the outcomes", () => document.body.dataset.view === "map");
  assert.equal(await page.evaluate(() => document.querySelector(".question.is-open")?.id), `question-${questions[number].id}`);
  assert.deepEqual(page.messages, []);
  await page.close();
});

test("the address of a person shows their questions of all specs and no others, and so does the address of a day", {skip}, async () => {
  const asked = data().flatMap((spec) => spec.questions.filter(({optional}) => !optional).map((question) => ({owner: question.ask ?? spec.owner, until: question.until})));
  const shown = () => document.querySelectorAll("table[aria-labelledby=days-name] tbody tr").length;
  const address = folder.review(samples, "owner.html");
  const page = await browser.open(address);
  for (const owner of new Set(asked.map(({owner}) => owner))) {
    await page.go(`${address}#view=all&owner=${encodeURIComponent(owner)}`);
    await page.until(`the name of ${owner}`, (name) => document.querySelector(".given")?.innerText.includes(name), owner);
    assert.equal(await page.evaluate(shown), asked.filter((question) => question.owner === owner).length, owner);
  }
  await page.go(`${address}#view=all&due=2027-06-30`);
  await page.until("the day", () => document.querySelector(".given")?.innerText.includes("2027-06-30"));
  assert.equal(await page.evaluate(shown), asked.filter(({until}) => until && until <= "2027-06-30").length);
  // A question of the list is shown among those of the same day alone.
  await page.click("table[aria-labelledby=days-name] tbody td button");
  await page.until("its spec", () => document.querySelector(".question.is-open"));
  assert.equal(await page.evaluate(() => document.querySelectorAll(".questions > .question .due").length), await page.evaluate(() => document.querySelectorAll(".questions > .question").length));
  await page.close();
});

test("the address of a person opens all specs, or the first one that asks them, and each view says whose questions it counts", {skip}, async () => {
  const specs = data();
  const asked = (spec, owner) => spec.questions.filter(({optional, ask}) => !optional && (ask ?? spec.owner) === owner).length;
  const address = folder.review(samples, "opens.html");
  const page = await browser.open(address);
  const shown = () => page.evaluate(() => ({
    view: document.body.dataset.view, name: document.querySelector("h1").innerText,
    given: document.querySelector(".given")?.innerText ?? "", count: Number(document.querySelectorAll(".figure strong")[1].innerText),
  }));
  const open = async (fragment) => {
    await page.go("about:blank");
    await page.go(address + fragment);
    return shown();
  };
  for (const owner of new Set(specs.flatMap((spec) => spec.questions.map(({ask}) => ask ?? spec.owner)))) {
    const first = specs.find((spec) => asked(spec, owner) > 0);
    const all = await open(`#owner=${encodeURIComponent(owner)}`);
    assert.deepEqual([all.view, all.count], ["all", specs.reduce((sum, spec) => sum + asked(spec, owner), 0)], owner);
    assert.ok(all.given.includes(owner), all.given);
    for (const [view, key] of [["map", "2"], ["cases", "3"]]) {
      const opened = await open(`#view=${view}&owner=${encodeURIComponent(owner)}`);
      assert.deepEqual([opened.view, opened.name, opened.count], [view, first.feature, asked(first, owner)], owner);
      assert.ok(opened.given.includes(owner), `${view}: ${opened.given}`);
      // A key leads to the same view.
      await open(`#owner=${encodeURIComponent(owner)}`);
      await page.press(key);
      await page.until(view, (view) => document.body.dataset.view === view, view);
      assert.deepEqual(await shown(), opened);
    }
  }
  // Nobody's questions are none, which each view says; without a person all are counted.
  const [spec] = specs;
  for (const view of ["map", "cases"]) {
    const none = await open(`#view=${view}&owner=Nobody`);
    assert.deepEqual([none.name, none.count], [spec.feature, 0]);
    assert.ok(none.given.includes("Nobody"));
    await page.click(".given button");
    await page.frame();
    assert.deepEqual(await shown(), {view, name: spec.feature, given: "", count: spec.questions.filter(({optional}) => !optional).length});
  }
  // The page of one spec opens its outcomes.
  await page.go(`${folder.review(samples[2], "alone.html")}#owner=Compliance`);
  const alone = await shown();
  assert.deepEqual([alone.view, alone.count], ["map", asked(specs.find(({path}) => path === samples[2]), "Compliance")]);
  assert.deepEqual(page.messages, []);
  await page.close();
});

test("a phone shows the questions first, and the table of the chosen one below it", {skip}, async () => {
  const page = await browser.open(`${folder.review(samples[2], "phone.html")}#view=map`, {width: 390, height: 844});
  assert.ok(await page.evaluate(() => document.querySelector(".question").getBoundingClientRect().top) < 844);
  await page.press("n", "n");
  await page.frame();
  const [question, table, others] = await page.evaluate(() => [document.querySelector(".question.is-open .form"), document.querySelector(".question.is-open .operation"), document.getElementById("map")]
    .map((element) => element.getBoundingClientRect().top));
  assert.ok(question < table && table < others);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".question.is-open .cell.is-asked").length > 0), true);
  const small = await page.evaluate(() => [...document.querySelectorAll("button, select, summary, input, textarea")].filter((element) => element.checkVisibility())
    .map((element) => ({name: element.id || element.innerText || element.className, ...element.getBoundingClientRect().toJSON()}))
    .filter(({width, height}) => Math.min(width, height) < 44).map(({name}) => name));
  assert.deepEqual(small, []);
  await page.close();
});
