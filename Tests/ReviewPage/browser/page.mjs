// One page of a browser: what it shows, what a person does to it, and everything that it said or asked for.

import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {join} from "node:path";
import {until} from "./chromium.mjs";

/** Keys that are not characters, as the protocol names them. */
const keys = {
  Enter: {code: "Enter", windowsVirtualKeyCode: 13, text: "\r"},
  Tab: {code: "Tab", windowsVirtualKeyCode: 9},
  Escape: {code: "Escape", windowsVirtualKeyCode: 27},
  Backspace: {code: "Backspace", windowsVirtualKeyCode: 8},
  Delete: {code: "Delete", windowsVirtualKeyCode: 46},
  " ": {code: "Space", windowsVirtualKeyCode: 32, text: " "},
  Home: {code: "Home", windowsVirtualKeyCode: 36},
  End: {code: "End", windowsVirtualKeyCode: 35},
  PageUp: {code: "PageUp", windowsVirtualKeyCode: 33},
  PageDown: {code: "PageDown", windowsVirtualKeyCode: 34},
  ArrowLeft: {code: "ArrowLeft", windowsVirtualKeyCode: 37},
  ArrowUp: {code: "ArrowUp", windowsVirtualKeyCode: 38},
  ArrowRight: {code: "ArrowRight", windowsVirtualKeyCode: 39},
  ArrowDown: {code: "ArrowDown", windowsVirtualKeyCode: 40},
};
const modifiers = {Alt: 1, Control: 2, Meta: 4, Shift: 8};

export class Page {
  /** Every request: its method, its address, and what asked for it. */
  requests = [];
  /** What the page or the browser wrote to the console, and exceptions that nobody caught. */
  messages = [];
  /** What the browser found fault with: labels, forms, cookies, the security policy. */
  issues = [];
  /** Dialogs of the browser that opened, such as “beforeunload”; each is agreed to. */
  dialogs = [];
  /** Downloads that began: name and whether they ended. */
  downloads = new Map();
  /** What traces were told. */
  trace = [];
  #loads = 0;
  #target;
  #session;
  #context;

  constructor(browser) {
    this.browser = browser;
    this.folder = mkdtempSync(join(browser.folder, "downloads-"));
  }

  /**
   * Opens an address in a context of its own, and comes back when it is loaded. `settings` are those of `emulate`, and `prepare`, which
   * gets the page before it loads anything.
   */
  static async open(browser, address, {prepare, ...settings} = {}) {
    const page = new Page(browser);
    page.#context = (await browser.call("Target.createBrowserContext")).browserContextId;
    const download = {behavior: "allow", downloadPath: page.folder, browserContextId: page.#context, eventsEnabled: true};
    await browser.call("Browser.setDownloadBehavior", download);
    const target = {url: "about:blank", browserContextId: page.#context, width: 1280, height: 900};
    page.#target = (await browser.call("Target.createTarget", target)).targetId;
    page.#session = (await browser.call("Target.attachToTarget", {targetId: page.#target, flatten: true})).sessionId;
    browser.listen(page.#session, (method, params) => page.#hear(method, params));
    for (const domain of ["Page", "Runtime", "Log", "Network", "Audits"]) await page.call(`${domain}.enable`);
    // Several pages at once, each as if it were in front.
    await page.call("Emulation.setFocusEmulationEnabled", {enabled: true});
    await page.emulate({width: 1280, height: 900, ...settings});
    await prepare?.(page);
    page.requests.length = 0;
    await page.go(address);
    return page;
  }

  call(method, params = {}) {
    return this.browser.call(method, params, this.#session);
  }

  #hear(method, params) {
    switch (method) {
      case "Page.loadEventFired": this.#loads += 1; break;
      case "Network.requestWillBeSent":
        this.requests.push({method: params.request.method, url: params.request.url, type: params.type});
        break;
      case "Runtime.consoleAPICalled":
        this.messages.push(`${params.type}: ${params.args.map((part) => part.value ?? part.description).join(" ")}`);
        break;
      case "Runtime.exceptionThrown": {
        const {text, exception} = params.exceptionDetails;
        this.messages.push(`exception: ${text} ${exception?.description ?? ""}`);
        break;
      }
      case "Log.entryAdded": this.messages.push(`${params.entry.level}: ${params.entry.text} ${params.entry.url ?? ""}`); break;
      case "Audits.issueAdded": this.issues.push(params.issue); break;
      case "Page.downloadWillBegin": this.downloads.set(params.guid, {name: params.suggestedFilename, state: "inProgress"}); break;
      case "Page.downloadProgress":
        if (this.downloads.has(params.guid)) this.downloads.get(params.guid).state = params.state;
        break;
      case "Page.javascriptDialogOpening":
        this.dialogs.push(params.type);
        this.call("Page.handleJavaScriptDialog", {accept: true}).catch(() => {});
        break;
      case "Tracing.dataCollected": this.trace.push(...params.value); break;
      case "Tracing.tracingComplete": this.isTraced = true; break;
      case "Inspector.targetCrashed": this.messages.push("the page crashed"); break;
    }
  }

  /** Goes to an address and waits until it is loaded; an address that differs in its fragment alone loads nothing. */
  async go(address) {
    const loads = this.#loads;
    const {errorText, loaderId} = await this.call("Page.navigate", {url: address});
    if (errorText) throw new Error(`${address}: ${errorText}`);
    if (loaderId) await until(`the load of ${address}`, () => this.#loads > loads);
  }

  async reload() {
    const loads = this.#loads;
    await this.call("Page.reload");
    await until("the reload", () => this.#loads > loads);
  }

  /** Size, colours and medium that the page is to see. */
  async emulate({width, height = 900, scale = 1, scheme, media}) {
    if (width) await this.call("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: scale, mobile: width < 600});
    if (scheme !== undefined) this.scheme = scheme;
    if (media !== undefined) this.media = media;
    const features = [{name: "prefers-color-scheme", value: this.scheme ?? "light"}, {name: "prefers-reduced-motion", value: "reduce"}];
    await this.call("Emulation.setEmulatedMedia", {media: this.media ?? "", features});
    await this.frame();
  }

  /** Waits until the page has drawn what it was told. */
  frame() {
    return this.evaluate(() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(() => resume()))));
  }

  /** What a function gives in the page; its arguments and its value go there and back as JSON. */
  async evaluate(work, ...parameters) {
    const list = parameters.map((value) => JSON.stringify(value) ?? "undefined").join(", ");
    const expression = typeof work === "function" ? `(${work})(${list})` : work;
    const answer = await this.call("Runtime.evaluate", {expression, returnByValue: true, awaitPromise: true, userGesture: true, allowUnsafeEvalBlockedByCSP: false});
    const problem = answer.exceptionDetails;
    if (problem) throw new Error(problem.exception?.description ?? problem.text);
    return answer.result.value;
  }

  /** Waits until a function of the page gives something, and gives it. */
  until(what, work, ...parameters) {
    return until(what, () => this.evaluate(work, ...parameters));
  }

  /** Presses keys, one after the other: "j", "Enter", "Shift+Tab", "Control+c". */
  async press(...chords) {
    for (const chord of chords) {
      const parts = chord.length > 1 ? chord.split(/\+(?=.)/) : [chord];
      const key = parts.pop();
      const flags = parts.reduce((sum, name) => sum | modifiers[name], 0);
      const isCharacter = [...key].length === 1 && !keys[key];
      const character = {text: key, code: /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : "", windowsVirtualKeyCode: virtualKey(key)};
      const {text, ...event} = {key, modifiers: flags, ...(isCharacter ? character : keys[key])};
      if (!isCharacter && !keys[key]) throw new Error(`no such key: ${key}`);
      const isTyped = text !== undefined && (flags & ~modifiers.Shift) === 0;
      await this.call("Input.dispatchKeyEvent", {type: isTyped ? "keyDown" : "rawKeyDown", ...event, ...(isTyped ? {text} : {})});
      await this.call("Input.dispatchKeyEvent", {type: "keyUp", ...event});
    }
  }

  /** Types a text where the focus is: each character that a keyboard has as its key, all others as an input method gives them. */
  async type(text) {
    for (const part of text.match(/[ -~]|[^ -~]+/g) ?? []) {
      if (/^[ -~]$/.test(part)) await this.press(part);
      else await this.call("Input.insertText", {text: part});
    }
  }

  /** Presses Tab until the focus is on a control that is called so, as a screen reader calls it or as it reads; `most` stops at most. */
  async tabTo(name, most = 300) {
    const seen = [];
    for (let stop = 0; stop < most; stop++) {
      await this.press("Tab");
      const called = await this.evaluate(() => {
        const element = document.activeElement;
        const labels = [...(element?.labels ?? [])].map((label) => label.textContent);
        return [element?.getAttribute("aria-label"), ...labels, element?.textContent].filter(Boolean).map((text) => text.replace(/\s+/g, " ").trim());
      });
      if (called.some((text) => (typeof name === "string" ? text === name : name.test(text)))) return;
      seen.push(called[0] ?? "?");
    }
    throw new Error(`the Tab key never comes to ${name}: ${seen.slice(0, 40).join(" | ")}`);
  }

  /** Clicks the middle of the first element that a selector finds, after scrolling to it; again if the page moved it away from under the mouse. */
  async click(selector) {
    for (let step = 0; step < 10; step++) {
      await this.evaluate((selector) => {
        globalThis.clicked = false;
        addEventListener("click", ({target}) => (globalThis.clicked = Boolean(target.closest(selector))), {capture: true, once: true});
      }, selector);
      const event = await this.#pointAt(selector);
      await this.call("Input.dispatchMouseEvent", {type: "mousePressed", ...event});
      await this.call("Input.dispatchMouseEvent", {type: "mouseReleased", ...event});
      if (await this.evaluate(() => globalThis.clicked)) return;
    }
    throw new Error(`never clicked: ${selector}`);
  }

  /** Presses the mouse on the first element that a selector finds; gives what releases it there. */
  async hold(selector) {
    const event = await this.#pointAt(selector);
    await this.call("Input.dispatchMouseEvent", {type: "mousePressed", ...event});
    return () => this.call("Input.dispatchMouseEvent", {type: "mouseReleased", ...event});
  }

  /** Moves the mouse to the middle of the first element that a selector finds, after scrolling to it. */
  async #pointAt(selector) {
    const {x, y} = await this.until(`something to click: ${selector}`, (selector) => {
      const element = document.querySelector(selector);
      element?.scrollIntoView({block: "center", inline: "center"});
      const box = element?.getBoundingClientRect();
      return box && box.width > 0 ? {x: box.x + box.width / 2, y: box.y + box.height / 2} : null;
    }, selector);
    await this.call("Input.dispatchMouseEvent", {type: "mouseMoved", x, y});
    return {x, y, button: "left", clickCount: 1};
  }

  /** The next download that nobody took yet: its name and its bytes. */
  async download() {
    const [id, {name}] = await until("a download", () =>
      [...this.downloads].find(([, {name, state}]) => state === "completed" && existsSync(join(this.folder, name))));
    this.downloads.delete(id);
    const bytes = readFileSync(join(this.folder, name));
    rmSync(join(this.folder, name));
    return {name, bytes};
  }

  /** What a paste would give: the permission to read comes after whatever the page copied without it. */
  async clipboard() {
    const permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
    await this.browser.call("Browser.grantPermissions", {permissions, browserContextId: this.#context});
    const text = await this.evaluate(() => navigator.clipboard.readText());
    await this.browser.call("Browser.resetPermissions", {browserContextId: this.#context});
    return text;
  }

  /** What a screen reader gets, without what it ignores: role, name, value and properties of each node, in the order of the page. */
  async accessibility() {
    const {nodes} = await this.call("Accessibility.getFullAXTree");
    return nodes.filter((node) => !node.ignored).map((node) => ({
      role: node.role?.value,
      name: node.name?.value ?? "",
      description: node.description?.value ?? "",
      properties: Object.fromEntries((node.properties ?? []).map(({name, value}) => [name, value.value])),
      id: node.nodeId,
      parent: node.parentId,
      element: node.backendDOMNodeId,
    }));
  }

  /** The HTML of a node of the accessibility tree, cut to what a message can hold. */
  async markup(node) {
    const {object} = await this.call("DOM.resolveNode", {backendNodeId: node.element});
    const read = "function () { return (this.outerHTML ?? this.textContent).slice(0, 200) }";
    return (await this.call("Runtime.callFunctionOn", {objectId: object.objectId, functionDeclaration: read, returnByValue: true})).result.value;
  }

  /** A picture of what is on the screen, as PNG. */
  async picture() {
    return Buffer.from((await this.call("Page.captureScreenshot", {format: "png", optimizeForSpeed: false})).data, "base64");
  }

  /** The page printed, as PDF. */
  async print(settings = {}) {
    return Buffer.from((await this.call("Page.printToPDF", {printBackground: true, preferCSSPageSize: true, ...settings})).data, "base64");
  }

  /** What the browser did while `body` ran, as events of its trace. */
  async traced(categories, body) {
    this.trace = [];
    this.isTraced = false;
    await this.call("Tracing.start", {transferMode: "ReportEvents", traceConfig: {includedCategories: categories}});
    await body();
    await this.call("Tracing.end");
    await until("the trace", () => this.isTraced);
    return this.trace;
  }

  async close() {
    await this.browser.call("Target.disposeBrowserContext", {browserContextId: this.#context});
    rmSync(this.folder, {recursive: true, force: true});
  }
}

/** The number of a character's key on a keyboard of the United States. */
function virtualKey(character) {
  if (/[a-z0-9]/i.test(character)) return character.toUpperCase().charCodeAt(0);
  return {"/": 191, "?": 191, ".": 190, ",": 188, "-": 189, "=": 187, ";": 186, "'": 222, "[": 219, "]": 221}[character] ?? 0;
}
