// The served page while people work: edits appear, answers are written once, nothing typed or saved is lost, and the page says what went wrong.

import assert from "node:assert/strict";
import {watch} from "node:fs";
import {after, before, test} from "node:test";
import {say} from "../../../Sources/Reporting/Review/Page/words.mjs";
import {structureFaults} from "./checks.mjs";
import {Browser, skip, until} from "./chromium.mjs";
import {Folder, Server} from "./program.mjs";

const spec = "specs/payment-confirmation.yaml";
const words = (key, ...values) => say("en", key, ...values);
let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(() => browser?.close());

/** Runs `body` with a folder of the samples, a server of one of them, and pages that show it; none may have written to its console. */
async function meeting(people, body) {
  const folder = Folder.ofSamples();
  const server = await Server.start(folder, spec);
  const pages = [];
  try {
    for (let number = 0; number < people; number++) pages.push(await open(server));
    await body({folder, server, pages, page: pages[0]});
    for (const page of pages) assert.deepEqual(page.messages, []);
  } finally {
    for (const page of pages) await page.close();
    await server.stop();
    folder.remove();
  }
}

async function open(server) {
  const page = await browser.open(server.address);
  await shows(page, "The screen opens");
  return page;
}

const shows = (page, text) => page.until(`“${text}” on the page`, (text) => document.body.innerText.includes(text), text);
const hides = (page, text) => page.until(`“${text}” gone from the page`, (text) => !document.body.innerText.includes(text), text);

/** Types an answer to a question, as a person does. */
async function answer(page, id, text) {
  for (let step = 0; !(await page.evaluate(() => location.hash)).includes(`q=${id}`); step++) {
    if (step > 30) throw new Error(`“j” never comes to ${id}`);
    await page.press("j");
    await page.frame();
  }
  await page.press("Enter");
  await page.until("the focus in the answer", () => document.activeElement.matches("textarea"));
  await page.type(text);
  await page.press("Escape");
}

/** Asks for the preview of what is typed. */
async function preview(page) {
  await page.click("button[id^=apply-]");
  await page.until("the preview", () => document.querySelector("dialog[open] .actions"));
}

async function apply(page) {
  await page.click("#apply");
}

/** How often a text stands in another. */
const count = (text, part) => text.split(part).length - 1;

/** Saves the spec as an editor does, with one text replaced. */
function save(folder, old, text) {
  const before = folder.read(spec);
  assert.ok(before.includes(old), `${old} is not in the spec`);
  folder.write(spec, before.replace(old, text));
}

test("an edit of the YAML is on the page; nothing but the server is asked; a wrong token gets nothing", {skip}, () => meeting(1, async ({folder, server, page}) => {
  save(folder, "The sign-in screen opens and returns to this screen", "The sign-in screen opens as a sheet");
  await shows(page, "The sign-in screen opens as a sheet");
  save(folder, "feature: ", "# a remark\nfeature: New name, ");
  await page.until("the new title", () => document.title.includes("New name"));
  assert.deepEqual(await structureFaults(page), []);
  const {origin} = new URL(server.address);
  assert.deepEqual(page.requests.filter(({url}) => !url.startsWith(`${origin}/`) && !url.startsWith("data:")), []);
  // The token is in no address that goes to the server or into its answers.
  const token = server.address.slice(-32);
  assert.ok(page.requests.slice(1).every(({url}) => !url.includes(token)));

  const stranger = await browser.open(server.address.replace(/.{4}$/, "0000"));
  await shows(stranger, words("refusedToken"));
  assert.doesNotMatch(await stranger.evaluate(() => document.body.innerText), /The screen opens/);
  await stranger.close();
}));

test("two browsers answer while an editor saves: nothing is lost, nothing is written twice", {skip}, () => meeting(2, async ({folder, pages: [one, two]}) => {
  await answer(one, "Q-4923852C", "The card says that the transfer has expired");
  await answer(two, "Q-94DC95B2", "The receipt opens");
  await preview(one);
  // Between the preview and the word to apply somebody saves, and the other page applies.
  save(folder, "The list of incoming transfers is shown; the transfer stays as it was", "The list is shown");
  await preview(two);
  await apply(two);
  await shows(two, words("applied", spec));
  await apply(one);
  await shows(one, words("applied", spec));
  const text = folder.read(spec);
  for (const part of ["The card says that the transfer has expired", "The receipt opens", "The list is shown"]) assert.equal(count(text, part), 1, part);
  for (const page of [one, two]) {
    await shows(page, "The receipt opens");
    await shows(page, "The card says that the transfer has expired");
    await shows(page, "The list is shown");
    // What is in the spec is no draft any more.
    await page.until("no preview to ask for", () => !document.querySelector("button[id^=apply-]"));
  }
  // What comes later does not take the word away that the answers were written.
  save(folder, "The list is shown", "The list of transfers is shown");
  await shows(one, "The list of transfers is shown");
  assert.ok((await one.evaluate(() => document.body.innerText)).includes(words("applied", spec)));

  // At the same instant, to different questions and to the same.
  await answer(one, "Q-BAD9B57F", "Initials stand beside two lines of the name");
  await answer(two, "Q-1B11CF2C", "The check's state is shown");
  await Promise.all([preview(one), preview(two)]);
  await Promise.all([apply(one), apply(two)]);
  await until("both answers", () => ["Initials stand beside two lines of the name", "The check's state is shown"].every((part) => count(folder.read(spec), part) === 1));
  for (const page of [one, two]) {
    await page.until("the end of applying", () => !document.querySelector("dialog[open]"));
    await shows(page, "The check's state is shown");
    await shows(page, "Initials stand beside two lines of the name");
  }
  await answer(one, "Q-4066FB2D", "A spinner is shown");
  await answer(two, "Q-4066FB2D", "A banner is shown");
  await Promise.all([preview(one), preview(two)]);
  await Promise.all([apply(one), apply(two)]);
  await until("one of the answers", () => /A (spinner|banner) is shown/.test(folder.read(spec)));
  // One of them is told; its words stay on its page.
  const isTold = (page) => page.evaluate((stale, refused) => [stale, refused].some((word) => document.querySelector("dialog[open]")?.innerText.includes(word)), words("state_stale"), words("state_refused"));
  const told = await until("word to the one who was later", async () => ((await isTold(one)) ? one : (await isTold(two)) ? two : null));
  assert.equal(count(folder.read(spec), "A spinner is shown") + count(folder.read(spec), "A banner is shown"), 1);
  await told.press("Escape");
  await shows(told, told === one ? "A spinner is shown" : "A banner is shown");
}));

/** What presses a button, and gives what releases it. */
const presses = {
  mouse: (page, selector) => page.hold(selector),
  "space bar": async (page, selector) => {
    await page.evaluate((selector) => document.querySelector(selector).focus(), selector);
    const event = {key: " ", code: "Space", windowsVirtualKeyCode: 32};
    await page.call("Input.dispatchKeyEvent", {type: "keyDown", ...event, text: " "});
    return () => page.call("Input.dispatchKeyEvent", {type: "keyUp", ...event});
  },
};
for (const [name, press] of Object.entries(presses)) {
  test(`what comes while the ${name} is down waits for the click`, {skip}, () => meeting(1, async ({folder, page}) => {
    await answer(page, "Q-4923852C", "It says so");
    const release = await press(page, "button[id^=apply-]");
    const asked = page.requests.length;
    save(folder, "feature: ", "feature: New name, ");
    // The page asks for what follows a state when it has got it.
    await until("the new state", () => page.requests.slice(asked).some(({url}) => url.includes("/api/state?")));
    assert.doesNotMatch(await page.evaluate(() => document.title), /New name/);
    await release();
    await page.until("the preview", () => document.querySelector("dialog[open] .actions"));
    await page.until("the new title", () => document.title.includes("New name"));
  }));
}

test("a broken spec shows its messages above its last good state, and what is typed stays", {skip}, () => meeting(1, async ({folder, page}) => {
  await answer(page, "Q-4923852C", "It says so");
  const good = folder.read(spec);
  folder.write(spec, good.replace("operations:", "operatoins:"));
  await shows(page, words("brokenNow", spec));
  await shows(page, "operatoins");
  const places = await page.evaluate(() => ({
    message: document.querySelector("[role=alert]").getBoundingClientRect().top,
    table: document.querySelector("main table").getBoundingClientRect().top,
    text: document.body.innerText, answer: document.querySelector("main textarea")?.value,
  }));
  assert.ok(places.message < places.table, "the messages stand above the tables");
  assert.match(places.text, /The name stands on one line beside the image/);
  assert.equal(places.answer, "It says so");
  assert.deepEqual(await structureFaults(page), []);
  folder.write(spec, good);
  await hides(page, "operatoins");
  assert.equal(await page.evaluate(() => document.querySelector("main textarea")?.value), "It says so");
  await preview(page);
  await apply(page);
  await shows(page, words("applied", spec));
  assert.equal(count(folder.read(spec), "It says so"), 1);
}));

test("an answer to what the spec no longer asks is refused, said, and kept until it is removed", {skip}, () => meeting(1, async ({folder, page}) => {
  await answer(page, "Q-4923852C", "It says so");
  await preview(page);
  // Meanwhile the editor decides it.
  save(folder, "      taken: “You have already accepted this” is displayed\n", "      taken, expired: “You have already accepted this” is displayed\n");
  const before = folder.read(spec);
  await apply(page);
  await shows(page, words("state_stale"));
  assert.equal(folder.read(spec), before);
  await page.press("Escape");
  await shows(page, words("gone"));
  await shows(page, "It says so");
}));

/** Moments at which the server may end: before it knows what it is to write, and as soon as it writes anything beside the spec. */
const moments = {
  asked: (_, page) => until("the request to apply", () => page.requests.some(({url}) => url.endsWith("/api/apply"))),
  writing: (folder) => new Promise((resume) => {
    const watcher = watch(folder.at("specs"), () => {
      watcher.close();
      resume();
    });
  }),
};
for (const [name, moment] of Object.entries(moments)) {
  test(`a server that ends while it applies (${name}) is said, what is typed stays, and the spec is whole`, {skip}, () => meeting(1, async ({folder, server, page}) => {
    const before = folder.read(spec);
    await answer(page, "Q-4923852C", "It says so");
    await preview(page);
    const reached = moment(folder, page);
    const applying = apply(page);
    await reached;
    await server.stop();
    await applying;
    await shows(page, words("offline"));
    // The next command finds the old spec or the new one, and nothing else.
    folder.run("check", spec);
    const written = folder.read(spec);
    if (written !== before) assert.equal(count(written, "It says so"), 1);
    await page.press("Escape");
    await page.until("the answer where it was typed", () => document.querySelector("main textarea")?.value === "It says so");
    await answer(page, "Q-94DC95B2", "The receipt opens");
    // The browser itself writes down each request without an answer.
    const unanswered = /^error: Failed to load resource: net::ERR_(CONNECTION_(RESET|REFUSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED) /;
    await page.call("Log.disable");
    assert.deepEqual(page.messages.filter((message) => !unanswered.test(message)), []);
    page.messages.length = 0;
    // It can still be taken away as a file, and read by `answer`: what was written is known, nothing is written twice.
    await page.click("button[id^=save-answers]");
    const {name: file, bytes} = await page.download();
    folder.write(file, bytes);
    folder.run("answer", file, "--spec", spec);
    for (const text of ["It says so", "The receipt opens"]) assert.equal(count(folder.read(spec), text), 1, text);
  }));
}
