// The hole map: what stands behind a cell, and what has changed since people agreed.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {Browser, skip} from "./chromium.mjs";
import {Folder} from "./program.mjs";
import {textOf} from "./table.mjs";

const spec = "specs/payment-confirmation.yaml";
let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(() => browser?.close());

test("a click on a cell shows its result, its rule with the line of the YAML, and its cases", {skip}, async () => {
  const folder = Folder.ofSamples();
  const page = await browser.open(`${folder.review(spec)}#view=map`);
  const {specs: [{operations, rules}]} = JSON.parse(folder.run("review", spec, "--format", "json").stdout);
  const operation = operations.find(({id}) => id === "decline");
  const number = operation.cells.findIndex(({outcome}) => outcome === "defined");
  const cell = operation.cells[number];
  await page.click(`[data-cell="decline.${number}"]`);
  const text = await page.until("what stands behind the cell", () => document.getElementById("chosen")?.innerText);
  const rule = rules.find(({id}) => id === cell.rules[0]);
  for (const part of [operation.label, cell.results[0], rule.id, `${spec}:${rule.line}`, ...cell.cases]) assert.ok(text.includes(part), `${part} is not in ${text}`);
  // The line is that of the rule.
  assert.ok(folder.read(spec).split("\n")[rule.line - 1].includes(cell.results[0]));
  // An open cell leads to its question.
  const open = operation.cells.findIndex(({outcome}) => outcome === "undefined");
  await page.click(`[data-cell="decline.${open}"]`);
  await page.until("its question", (id) => location.hash.includes(`q=${id}`), operation.cells[open].questions[0]);
  assert.deepEqual(page.messages, []);
  await page.close();
  folder.remove();
});

test("what changed since people agreed is found by its filter, and what did not change is not", {skip}, async () => {
  const folder = Folder.ofSamples();
  const {specs: [{operations, answers, outcomesHeadings: heads}]} = JSON.parse(folder.run("review", spec, "--format", "json").stdout);
  const agreed = ["decline", "push_open"].map((id) => operations.find((operation) => operation.id === id));
  folder.write("agreement.csv", textOf([
    [heads.id, heads.agreement, heads.comment, heads.fingerprint], ...agreed.map(({id, fingerprint}) => [id, answers.agreed, "", fingerprint]),
  ]));
  folder.run("answer", "agreement.csv", "--spec", spec);
  const shown = (page) => page.evaluate(() => [...document.querySelectorAll("main section.operation h3")].map((heading) => heading.innerText));
  let page = await browser.open(`${folder.review(spec)}#view=map&show=changed`);
  assert.deepEqual(await shown(page), []);
  await page.close();
  folder.write(spec, folder.read(spec).replace("then the money goes back to the sender", "then the money goes back at once"));
  page = await browser.open(`${folder.review(spec)}#view=map`);
  assert.ok((await shown(page)).length > 3);
  await page.tabTo("Changed since agreed");
  await page.press("Enter");
  await page.frame();
  assert.deepEqual(await shown(page), ["Tap Decline"]);
  assert.deepEqual(page.messages, []);
  await page.close();
  folder.remove();
});
