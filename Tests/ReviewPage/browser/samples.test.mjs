// The page of each sample, and of all of them: small, quiet, within its policy, valid, and readable by everybody on every screen and paper.

import assert from "node:assert/strict";
import {statSync} from "node:fs";
import {after, before, test} from "node:test";
import {fileURLToPath} from "node:url";
import {contrastFaults, cutOff, namelessNodes, sourceFaults, structureFaults} from "./checks.mjs";
import {Browser, skip} from "./chromium.mjs";
import {Folder, samples} from "./program.mjs";

const folder = Folder.ofSamples();
let browser;
before(async () => { if (!skip) browser = await Browser.start(); });
after(async () => {
  await browser?.close();
  folder.remove();
});

/** The views of a page: of each spec the outcomes, a question, what can be done with keys, and the cases; and all specs. */
function views(specs) {
  const ofSpec = (spec) => [
    [`#spec=${spec}&view=map`], [`#spec=${spec}&view=map`, "j", "j"], [`#spec=${spec}&view=cases`, "?"], [`#spec=${spec}&view=cases`],
    [`#spec=${spec}&view=meeting`],
  ];
  // A spec among others looks as it does alone.
  return [...specs.slice(0, 1).flatMap(ofSpec), ["#view=all"], ["#view=all&due=2027-06-30"]];
}

const pages = [...samples.map((sample) => [sample]), samples];
for (const specs of pages) {
  test(`the page of ${specs.length === 1 ? specs[0] : "all samples"}`, {skip}, async (t) => {
    const address = folder.review(specs, `${specs.length}-${specs[0].replaceAll("/", "-")}.html`);
    const file = fileURLToPath(address);
    await t.test("is small", () => {
      const most = specs.length === 1 ? 250_000 : 400_000;
      assert.ok(statSync(file).size <= most, `${statSync(file).size} bytes`);
    });
    const page = await browser.open(address);
    await t.test("is valid as a file", async () => assert.deepEqual(await sourceFaults(page, folder.read(file.slice(folder.path.length + 1))), []));
    for (const [view, ...keys] of views(specs)) {
      await t.test(`${[view, ...keys].join(" ")} is valid, named, readable and whole`, async () => {
        await page.emulate({width: 1280, height: 900, scheme: "light", media: ""});
        await page.go(address + view);
        await page.until("something to read", () => document.querySelector("h1")?.checkVisibility());
        await page.press("Escape", ...keys);
        await page.frame();
        const faults = [];
        const look = async (what, check) => faults.push(...(await check).map((fault) => `${what}: ${fault}`));
        await look("structure", structureFaults(page));
        await look("names", namelessNodes(page));
        await look("light", contrastFaults(page));
        await look("1280 px", cutOff(page));
        await page.emulate({width: 390, height: 844, scheme: "dark"});
        await look("dark", contrastFaults(page));
        await look("390 px", cutOff(page));
        // A4 with margins of 1 cm, at 96 px per inch.
        await page.emulate({width: 718, height: 1047, scheme: "light", media: "print"});
        await look("printed", contrastFaults(page));
        await look("printed", cutOff(page, true));
        assert.deepEqual(faults, []);
      });
    }
    await t.test("asked for nothing and said nothing", () => {
      // What a browser draws its own controls with is in it, not elsewhere.
      assert.deepEqual(page.requests.filter(({url}) => !url.startsWith(address) && !url.startsWith("data:")), []);
      assert.deepEqual(page.messages, []);
      assert.deepEqual(page.issues, []);
    });
    await page.close();
  });
}

const guarded = ["connect-src", "frame-src", "img-src", "script-src", "script-src-attr", "script-src-elem", "style-src-elem"];

test("nothing runs that is not the page's own, and nothing leaves it", {skip}, async () => {
  const address = folder.review(samples[0], "policy.html");
  const attack = async (expected) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
    const add = (name, attributes, text = "") => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    window.ran = [];
    add("script", {}, "window.ran.push('script')");
    add("button", {onclick: "window.ran.push('handler')"}).click();
    add("style", {}, "body { outline: 7px solid red }");
    add("img", {src: "http://127.0.0.1:9/x.png"});
    add("iframe", {src: "data:text/html,x"});
    try {
      window.eval("window.ran.push('eval')");
    } catch {
      // Refused, which is told above.
    }
    await fetch("http://127.0.0.1:9/x").catch(() => {});
    // A busy machine tells late of what it refused.
    for (let turn = 0; turn < 100 && !expected.every((part) => refused.includes(part)); turn++) await new Promise((resume) => setTimeout(resume, 50));
    return {ran: window.ran, outline: getComputedStyle(document.body).outlineWidth, refused: refused.sort()};
  };
  const page = await browser.open(address);
  const {ran, outline, refused} = await page.evaluate(attack, guarded);
  assert.deepEqual(ran, []);
  assert.notEqual(outline, "7px");
  for (const part of guarded) assert.ok(refused.includes(part), `${part} of ${refused}`);
  const policy = await page.evaluate(() => document.querySelector("meta[http-equiv]").content);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'sha256-[^']+'/);
  assert.doesNotMatch(policy, /unsafe|\*|http/);
  await page.close();

  // Without the policy all of it happens: the attack is one.
  const text = folder.read("policy.html").replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  folder.write("open.html", text);
  const open = await browser.open(address.replace("policy.html", "open.html"));
  assert.deepEqual((await open.evaluate(attack, [])).ran, ["script", "handler", "eval"]);
  await open.close();
});
