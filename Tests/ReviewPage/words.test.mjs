import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { grouped, say, words } from "../../Sources/Reporting/Review/Page/words.mjs";

const folder = new URL("../../Sources/Reporting/Review/Page/", import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
const code = scripts.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");

test("every text is there in both languages, with the same values in it", () => {
  for (const [key, texts] of Object.entries(words)) {
    assert.equal(texts.length, 2, key);
    const [english, japanese] = texts.map((text) => new Set([...text.matchAll(/\{(\d)/g)].map((found) => found[1])));
    assert.ok(texts.every((text) => text.length > 0), key);
    assert.deepEqual(japanese, english, key);
  }
});

test("a Japanese text has no word that was left in English", () => {
  const names = /specmatrix|answer|generate|--spec|git|Excel|EUR|CSV|ID|JavaScript|Esc|because|note/g;
  for (const [key, [, japanese]] of Object.entries(words)) assert.doesNotMatch(japanese.replace(/\{[^}]*\}/g, "").replace(names, ""), /[A-Za-z]{2}/, key);
});

/** Keys that are made of a state of the data. */
const made = "planned broken tooLarge passed failed blocked notRun";

test("every text that the page asks for exists, and every text is asked for", () => {
  const asked = new Set([...code.matchAll(/\b(?:say|sayInSpec)\(\s*(?:[\w.?]+\.language(?: \?\? [\w.]+)?,\s*)?"(\w+)"/g)].map((found) => found[1]));
  for (const key of asked) assert.ok(key in words, key);
  const rest = code.replace(/export const words = \{[^]*?\n\};/, "");
  const unused = Object.keys(words).filter((key) => !/^(state|depth|status|kind)_/.test(key) && !rest.includes(`"${key}"`) && !new RegExp(`\\b${key}\\b`).test(made));
  assert.deepEqual(unused, []);
});

test("values stand in their places, and numbers choose the word", () => {
  assert.equal(say("en", "cases", 1), "1 case");
  assert.equal(say("en", "cases", 3), "3 cases");
  assert.equal(say("ja", "decided", 3, 10), "10件中3件の結果が決定済み");
  assert.throws(() => say("en", "noSuchText"));
});

test("a value that looks like a place stays as it is", () => {
  assert.equal(say("en", "dueOn", "{0}"), "until {0}");
});

test("numbers of any length are grouped", () => {
  assert.equal(grouped("12345678901234567890"), "12,345,678,901,234,567,890");
  assert.equal(grouped(999), "999");
});

test("a name is unique over all files, for they become one module", () => {
  const names = [...code.matchAll(/^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/gm)].map((found) => found[1]);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  assert.deepEqual(twice, []);
});

test("imports stand on a line each and name only what stands above, in the order of the page", () => {
  const page = readFileSync(new URL("../ReviewPage.swift", folder), "utf8");
  const order = [...page.match(/let script = \[([^\]]*)\]/)[1].matchAll(/"(\w+)"/g)].map((found) => `${found[1]}.mjs`);
  assert.deepEqual([...order].sort(), [...scripts].sort());
  for (const name of scripts) {
    const text = readFileSync(new URL(name, folder), "utf8");
    assert.equal([...text.matchAll(/^import /gm)].length, [...text.matchAll(/^import \{[^}\n]*\} from "\.\/[\w]+\.mjs";$/gm)].length, name);
    for (const found of text.matchAll(/from "\.\/([\w.]+)"/g)) assert.ok(order.indexOf(found[1]) < order.indexOf(name), `${name} imports ${found[1]}`);
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|style="/, name);
  }
});
