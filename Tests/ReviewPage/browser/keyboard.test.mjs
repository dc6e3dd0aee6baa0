// A meeting without a mouse: answers, a dismissed operation, a filter, a copy; and what leaves the page is what `answer` would have read from
// the CSV file of the questions.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {Browser, skip} from "./chromium.mjs";
import {Folder} from "./program.mjs";
import {fill, rowsOf, textOf} from "./table.mjs";

const spec = "specs/boost-popup.yaml";
let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(() => browser?.close());

/** Chooses the next questions with “j” until it is this one. */
async function goTo(page, id) {
  for (let step = 0; step < 40; step++) {
    await page.press("j");
    await page.frame();
    if ((await page.evaluate(() => location.hash)).includes(`q=${id}`)) return;
  }
  throw new Error(`“j” never comes to ${id}`);
}

const later = "2027-12-31";
const answers = [
  {id: "Q-06C81950", kind: "関係しない：理由", answer: "共通のエラー画面で扱うため", keys: ["x"]},
  {id: "Q-3853E1B1", answer: "購入手続きが終わってから、ポップアップを表示する"},
  {id: "Q-A6DF15B8", answer: "次にアプリを開いたときにポップアップを表示する\n一度だけ表示する"},
  {id: "Q-7F0D1F65", kind: "起こり得ない", answer: "成功のときは外側を覆うため", keys: ["x"]},
  {id: "Q-E52554C9", answer: "1+1=2枚、\"券\"の購入画面を, 1回だけ表示する", comment: "2回目のタップは無視"},
  {id: "Q-D3A12101", kind: "後日決定", answer: later, keys: ["d"]},
];

test("five questions and a dismissed operation by keyboard are the edit of the same answers in the CSV file", {skip}, async () => {
  const [folder, other] = [Folder.ofSamples(), Folder.ofSamples()];
  const page = await browser.open(folder.review(spec));
  await page.tabTo("回答者");
  await page.type("佐藤");
  await page.press("Escape");
  for (const {id, answer, keys, comment} of answers) {
    await goTo(page, id);
    await page.press(...(keys ?? ["Enter"]));
    await page.until(`the focus in the answer to ${id}`, () => document.activeElement.matches("textarea, input"));
    if (answer === later) await page.type("12312027");
    else for (const [number, line] of answer.split("\n").entries()) {
      if (number > 0) await page.press("Enter");
      await page.type(line);
    }
    if (comment) {
      await page.tabTo("コメント", 5);
      await page.type(comment);
    }
    await page.press("Escape");
  }
  await page.tabTo(/BOOST-answers\.csv/);
  await page.press("Enter");
  const {name, bytes} = await page.download();
  assert.equal(name, "BOOST-answers.csv");
  assert.deepEqual(page.messages, []);
  await page.close();

  // The same, typed into the file that `generate` writes.
  other.run("generate", spec, "--output", "output");
  const rows = rowsOf(other.read("output/BOOST-questions.csv"));
  const downloaded = rowsOf(bytes.toString());
  assert.deepEqual(downloaded[0], rows[0]);
  const day = downloaded[1][rows[0].indexOf("回答日")];
  assert.match(day, /^\d{4}-\d\d-\d\d$/);
  for (const {id, answer, kind = "", comment = ""} of answers) {
    fill(rows, id, {"期待結果・理由": answer, 選択: kind, コメント: comment, 回答者: "佐藤", 回答日: day});
  }
  // Each row that was downloaded is that row of the file.
  const ids = rows[0].indexOf("確認ID");
  for (const row of downloaded.slice(1)) assert.deepEqual(row, rows.find((other) => other[ids] === row[ids]));
  assert.deepEqual(downloaded.slice(1).map((row) => row[ids]).sort(), answers.map(({id}) => id).sort());

  other.write("output/BOOST-questions.csv", textOf(rows));
  folder.write("BOOST-answers.csv", bytes);
  const before = folder.read(spec);
  const [ours, theirs] = [folder.run("answer", "BOOST-answers.csv", "--spec", spec), other.run("answer", "output/BOOST-questions.csv", "--spec", spec)];
  assert.notEqual(folder.read(spec), before);
  assert.equal(folder.read(spec), other.read(spec));
  assert.equal(ours.stdout, theirs.stdout);
  for (const text of ["購入手続きが終わってから、ポップアップを表示する", "2回目のタップは無視", "共通のエラー画面で扱うため", later, "佐藤"]) {
    assert.ok(folder.read(spec).includes(text), `${text} is not in the spec:\n${ours.stderr}`);
  }
  folder.remove();
  other.remove();
});

test("an option of a contradiction, a question of one's own and an agreement by keyboard reach the spec and its ledger", {skip}, async () => {
  const folder = Folder.ofSamples();
  const page = await browser.open(folder.review(spec));
  await page.tabTo("回答者");
  await page.type("佐藤");
  await page.press("Escape");
  await goTo(page, "Q-38D25024");
  await page.press("Enter");
  // The options stand before “None of these” and the box; the one that was chosen is pressed.
  await page.press("Shift+Tab", "Shift+Tab", "Enter");
  const chosen = await page.until("the chosen option", () => document.querySelector(".option[aria-pressed=true]")?.innerText);
  assert.match(chosen, /^[①-⑳]/);
  await page.press("Escape");
  await page.tabTo("確認事項を追加");
  await page.press("Enter");
  await page.type("券がなくなったときに音は鳴りますか？");
  await page.press("Escape");
  await page.tabTo(/BOOST-answers\.csv/);
  await page.press("Enter");
  const answers = await page.download();
  assert.match(answers.bytes.toString(), /券がなくなったときに音は鳴りますか？/);

  await page.press("Escape");
  await page.tabTo("合意");
  const operation = await page.evaluate(() => document.activeElement.closest("[role=group]").getAttribute("aria-label"));
  assert.match(operation, /ブーストが終了する/);
  await page.press("Enter");
  await page.tabTo(/BOOST-agreement\.csv/);
  await page.press("Enter");
  const agreement = await page.download();
  assert.deepEqual(page.messages, []);
  await page.close();

  for (const {name, bytes} of [answers, agreement]) {
    folder.write(name, bytes);
    folder.run("answer", name, "--spec", spec);
  }
  assert.match(folder.read(spec), /券がなくなったときに音は鳴りますか？/);
  const ledger = folder.read("specs/BOOST.agreed.csv");
  assert.match(ledger, /^finish,[0-9a-f]{16},佐藤,\d{4}-\d\d-\d\d,/m);
  // The page made again says so.
  const again = await browser.open(folder.review(spec));
  assert.match(await again.evaluate(() => document.body.innerText), /合意済み：佐藤/);
  await again.close();
  folder.remove();
});

test("the cases are filtered and copied into a spreadsheet by keyboard", {skip}, async () => {
  const folder = Folder.ofSamples();
  const page = await browser.open(folder.review(spec));
  const count = () => page.evaluate(() => Number(/(\d+)件中(\d+)件/.exec(document.body.innerText)?.[2]));
  await page.press("3");
  const all = await page.until("the number of cases", () => Number(/(\d+)件中(\d+)件/.exec(document.body.innerText)?.[2]));
  await page.press("/");
  await page.type("タイムアウト");
  await page.until("fewer cases", (all) => Number(/(\d+)件中(\d+)件/.exec(document.body.innerText)?.[2]) < all, all);
  const few = await count();
  assert.ok(few > 0 && few < all, `${few} of ${all}`);
  await page.tabTo("Excel用にコピー");
  await page.press("Enter");
  await page.until("word of the copy", () => document.body.innerText.includes("コピーしました"));
  const copied = rowsOf(await page.clipboard(), "\t");
  // What holds for all of them stands above the headings.
  const rows = copied.slice(-few - 1);
  const common = copied.slice(0, -few - 1).flat().join("\n");
  folder.run("generate", spec, "--output", "output");
  const table = rowsOf(folder.read("output/BOOST.csv"));
  // What was copied stands in the CSV file of the cases, column by column; a sheet takes nothing for a formula.
  for (const row of rows.slice(1)) {
    const original = table.find(([id]) => id === row[0]);
    assert.ok(original, `${row[0]} is no case`);
    for (const [column, heading] of rows[0].entries()) {
      const place = table[0].indexOf(heading);
      if (place < 0) continue;
      if (row[column] === "共通の前提条件のとおり") assert.match(common, /共通の前提条件/);
      else assert.equal(plain(row[column]), plain(original[place]), heading);
    }
  }
  await page.press("Escape", "/");
  await page.press("Control+a", "Delete");
  await page.until("all cases again", (all) => Number(/(\d+)件中(\d+)件/.exec(document.body.innerText)?.[2]) === all, all);
  assert.deepEqual(page.messages, []);
  await page.close();
  folder.remove();
});

/** A cell without what keeps a spreadsheet from taking it for a formula. */
function plain(cell) {
  return cell.replace(/^'/, "");
}
