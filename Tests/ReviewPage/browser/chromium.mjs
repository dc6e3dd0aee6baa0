// A headless Chromium for tests, without a package: its debugging protocol over two pipes.
//
// A browser is a process with a profile of its own; both go when it is closed, when a test fails and when this process ends. It reaches
// this machine's loopback and nothing else. Each page is one of its contexts: no page sees storage, permissions or downloads of another.

import {spawn} from "node:child_process";
import {accessSync, constants, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {delimiter, join} from "node:path";
import {Page} from "./page.mjs";

/** What the browser is called on Debian, on Ubuntu, and where Google's own is installed; on macOS no program is on the PATH. */
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const application = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of a program of this name on the PATH, else undefined. */
function found(name) {
  return (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser on this machine. In CI there has to be one: what a CI skips is never seen. */
export const program = names.map(found).find(Boolean) ?? [application].find(isProgram);

/** Why the tests are skipped, for `{skip}`: false where there is a browser, and in CI, where they are to fail without. */
export const skip = program || process.env.CI ? false : `there is no ${names.join(", ")} on the PATH`;

const options = [
  "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--no-proxy-server",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage",
  "--disable-gpu", "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider", "--password-store=basic",
  "--force-color-profile=srgb", "--font-render-hinting=none", "--lang=en-US", "--mute-audio",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

/** Browsers that still run: whatever ends this process ends them. */
const running = new Set();
process.on("exit", () => running.forEach((browser) => browser.kill()));
for (const [signal, status] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]]) process.on(signal, () => process.exit(status));

/** How often a page is looked at until what a test waits for is there. */
const looks = 1000;

/** Waits until `condition` gives something that is not undefined, null or false, and gives it; looks so often at most. */
export async function until(what, condition, most = looks) {
  let problem = "";
  for (let step = 0; step < most; step++) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      if (error instanceof Closed) throw error;
      problem = `: ${error.message}`;
    }
    await new Promise((resume) => setTimeout(resume, 10));
  }
  throw new Error(`never came: ${what}${problem}`);
}

/** What a call gets when the browser is gone. */
export class Closed extends Error {}

export class Browser {
  #process;
  /** The profile, and what pages download; it goes with the browser. */
  folder = mkdtempSync(join(tmpdir(), "specmatrix-browser-"));
  #calls = new Map();
  #sessions = new Map();
  #count = 0;
  #parts = [];
  #errors = "";
  #isClosed = false;

  /** Starts the browser; `more` are further options of its command line. */
  static async start(more = []) {
    if (!program) throw new Error(`there is no ${names.join(", ")} on the PATH`);
    const browser = new Browser(more);
    try {
      browser.version = (await browser.call("Browser.getVersion")).product;
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  constructor(more) {
    // As root the browser starts only without its sandbox.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const stdio = ["ignore", "ignore", "pipe", "pipe", "pipe"];
    this.#process = spawn(program, [...options, ...sandbox, ...more, `--user-data-dir=${join(this.folder, "profile")}`, "about:blank"], {stdio, detached: true});
    running.add(this);
    this.#process.stderr.on("data", (data) => (this.#errors = (this.#errors + data).slice(-4000)));
    this.#process.stdio[4].on("data", (data) => this.#receive(data));
    // A pipe whose other end is gone is told by the end of the process.
    for (const pipe of this.#process.stdio.slice(2)) pipe.on("error", () => {});
    this.ended = new Promise((resume) => {
      this.#process.on("error", resume);
      this.#process.on("exit", resume);
    }).then(() => this.#end());
  }

  /** Messages end with a zero byte, and a character may be cut by the end of a part. */
  #receive(data) {
    for (let rest = data; rest.length > 0;) {
      const end = rest.indexOf(0);
      if (end < 0) {
        this.#parts.push(rest);
        return;
      }
      const message = JSON.parse(Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString());
      this.#parts = [];
      rest = rest.subarray(end + 1);
      this.#handle(message);
    }
  }

  #handle({id, result, error, method, params, sessionId}) {
    if (id === undefined) {
      this.#sessions.get(sessionId ?? "")?.(method, params);
      return;
    }
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error) call?.reject(new Error(`${call.method}: ${error.message}`));
    else call?.resolve(result);
  }

  #end() {
    running.delete(this);
    for (const {method, reject} of this.#calls.values()) reject(new Closed(`${method}: the browser ended\n${this.#errors}`));
    this.#calls.clear();
    this.#isClosed = true;
  }

  /** Calls a method of the protocol, of the browser or of a session of it. */
  call(method, params = {}, sessionId = undefined) {
    if (this.#isClosed) return Promise.reject(new Closed(`${method}: the browser ended\n${this.#errors}`));
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, {method, resolve, reject});
      this.#process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + "\0");
    });
  }

  /** What is to hear the events of a session; those of the browser itself have the session "". */
  listen(session, handler) {
    this.#sessions.set(session, handler);
  }

  /** Opens an address in a new page; see `Page.open`. */
  open(address, settings) {
    return Page.open(this, address, settings);
  }

  /** Ends every process of the browser, at once. */
  kill() {
    try {
      process.kill(-this.#process.pid, "SIGKILL");
    } catch {
      // It is gone.
    }
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 3});
  }

  async close() {
    if (!this.#isClosed) {
      const closing = this.call("Browser.close").catch(() => {});
      await Promise.race([closing.then(() => this.ended), until("the end of the browser", () => this.#isClosed, 300).catch(() => {})]);
    }
    this.kill();
    await this.ended;
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 3});
  }
}

/** Runs `body` with a browser, which is closed whatever happens. */
export async function withBrowser(body, more) {
  const browser = await Browser.start(more);
  try {
    return await body(browser);
  } finally {
    await browser.close();
  }
}
