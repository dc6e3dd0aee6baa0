// Measures the review page in a browser on 50 specs with 10,000 cases together: when it is there, how it scrolls, and how soon it shows an edit.
//
// usage: node Tests/ReviewPage/measure.mjs [PROGRAM]      (.build/release/specmatrix)

import {statSync} from "node:fs";
import {join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {withBrowser} from "./browser/chromium.mjs";
import {Folder, repository, Server} from "./browser/program.mjs";

const specs = 50;
const operations = 17;
const edits = 50;
const loads = 7;

/** A spec of 17 operations with some 200 cases: each operation depends on two of four states, and leaves one of the combinations open. */
function spec(number) {
  const states = {
    plan: ["free", "basic", "plus", "team"], login: ["guest", "member", "locked"],
    link: ["online", "slow", "offline"], note: ["empty", "short", "long", "too_long"],
  };
  const names = Object.keys(states);
  const lines = [
    "specmatrix: 1", `id: F${String(number).padStart(2, "0")}`, `feature: Feature ${number}`, `owner: Team ${number % 5 + 1}`, "traits: []",
    "states:", ...names.map((name) => `  ${name}: [${states[name].join(", ")}]`),
    "operations:", ...Array.from({length: operations}, (_, index) => `  step${index + 1}: Tap button ${index + 1}`), "rules:",
  ];
  for (let index = 0; index < operations; index++) {
    const [outer, inner] = [names[index % 4], names[(index + 1 + Math.floor(index / 4) % 3) % 4]];
    lines.push(`  step${index + 1}:`, `    ${outer}:`);
    for (const [row, value] of states[outer].entries()) {
      lines.push(`      ${value}:`, `        ${inner}:`);
      for (const [column, other] of states[inner].entries()) {
        if (row + column > 0) lines.push(`          ${other}: Screen ${number}-${index + 1} shows ${value} and ${other}`);
      }
    }
  }
  return lines.join("\n") + "\n";
}

/** The figure that so much of a list is not above. */
function quantile(figures, part) {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)];
}

const milliseconds = (figure) => `${figure < 10 ? figure.toFixed(1) : Math.round(figure)} ms`;
const spread = (figures) =>
  `median ${milliseconds(quantile(figures, 0.5))}, 95 % ${milliseconds(quantile(figures, 0.95))}, most ${milliseconds(Math.max(...figures))}`;

/** Milliseconds on the page's own clock until it painted anything, and until there was something to read. */
async function load(browser, address) {
  const page = await browser.open(address);
  const paint = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const times = [await page.until("the first paint", paint), await page.evaluate(() => performance.getEntriesByType("navigation")[0].domComplete)];
  await page.close();
  return times;
}

/** Scrolls what is longest by so many pixels, as a wheel does; gives the times between frames and what the page worked in each. */
async function scroll(page, distance) {
  const point = await page.evaluate(() => {
    const reach = (element) => element.scrollHeight - element.clientHeight;
    const boxes = [...document.querySelectorAll("*")].filter((element) => element.checkVisibility()
      && (element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowY)));
    window.longest = boxes.sort((a, b) => reach(b) - reach(a))[0];
    const box = window.longest === document.scrollingElement ? {x: 0, y: 0, width: innerWidth, height: innerHeight} : window.longest.getBoundingClientRect();
    if (!window.frames_) {
      const tick = (time) => { window.frames_.push(time); requestAnimationFrame(tick); };
      requestAnimationFrame(tick);
    }
    window.frames_ = [];
    return {x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height, innerHeight) / 2)};
  });
  const events = await page.traced(["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"], async () => {
    for (const yDistance of [-distance, distance]) {
      await page.call("Input.synthesizeScrollGesture", {...point, yDistance, speed: 4000, gestureSourceType: "mouse", preventFling: true});
    }
  });
  const [frames, height] = await page.evaluate(() => [window.frames_, window.longest.scrollHeight]);
  // A frame is late where the main thread works longer than a frame lasts; the thread is the one that draws animations.
  const draws = events.filter(({name}) => name === "FireAnimationFrame").sort((a, b) => a.ts - b.ts);
  const tasks = events.filter(({name, pid, tid, dur}) => /RunTask$/.test(name) && dur && pid === draws[0].pid && tid === draws[0].tid);
  const work = draws.map(() => 0);
  for (const {ts, dur} of tasks) {
    const frame = draws.findIndex((draw) => draw.ts >= ts);
    if (frame >= 0) work[frame] += dur / 1000;
  }
  return {between: frames.slice(1).map((time, index) => time - frames[index]), work, height};
}

/** Writes another result into a spec and waits until the page shows it, on one clock: from the write to the answer of the browser. */
async function edit(page, folder, number) {
  const [old, text] = [`Screen ${number - 1} of the measurement`, `Screen ${number} of the measurement`];
  const before = folder.read("specs/spec01.yaml");
  const after = before.includes(old) ? before.replaceAll(old, text) : before.replaceAll("Screen 1-1 shows free and member", text);
  const shown = page.evaluate((text) => new Promise((resume) => {
    const look = () => document.body.innerText.includes(text) && (observer.disconnect(), requestAnimationFrame(() => resume()));
    const observer = new MutationObserver(look);
    observer.observe(document.body, {childList: true, subtree: true, characterData: true});
  }), text);
  await page.frame();
  const start = performance.now();
  folder.write("specs/spec01.yaml", after);
  await shown;
  return performance.now() - start;
}

const program = resolve(process.argv[2] ?? process.env.SPECMATRIX_PROGRAM ?? join(repository, ".build/release/specmatrix"));
const folder = new Folder(program);
for (let number = 1; number <= specs; number++) folder.write(`specs/spec${String(number).padStart(2, "0")}.yaml`, spec(number));
const began = performance.now();
const address = folder.review("specs");
const written = performance.now() - began;
const {specs: all} = JSON.parse(folder.run("review", "specs", "--format", "json").stdout);
const cases = all.reduce((sum, {cases}) => sum + cases.length, 0);
console.log(`${specs} specs, ${cases} cases: the page was written in ${milliseconds(written)}, ${statSync(fileURLToPath(address)).size} bytes`);

await withBrowser(async (browser) => {
  const times = [];
  for (let count = 0; count < loads; count++) times.push(await load(browser, address));
  console.log(`first paint, of ${loads} loads: ${spread(times.map(([paint]) => paint))}; something to read: ${spread(times.map(([, ready]) => ready))}`);

  const page = await browser.open(address);
  for (const [name, fragment] of [["the cases of a spec", "#spec=specs/spec01.yaml&view=cases"], ["its outcomes", "#spec=specs/spec01.yaml&view=map"], ["all specs", "#view=all"]]) {
    await page.go(address + fragment);
    await page.frame();
    const {between, work, height} = await scroll(page, 8000);
    const late = work.filter((time) => time > 16).length;
    console.log(`scrolling ${name} (${height} px): work per frame ${spread(work)}, ${late} of ${work.length} above 16 ms; between frames ${spread(between)}`);
  }
  await page.close();

  const server = await Server.start(folder, "specs");
  try {
    const live = await browser.open(`${server.address}&spec=specs/spec01.yaml&view=map`);
    await live.until("the served page", () => document.body.innerText.includes("Screen 1-1 shows free and member"));
    const figures = [];
    for (let number = 1; number <= edits; number++) figures.push(await edit(live, folder, number));
    console.log(`from an edit to the page, of ${edits}: ${spread(figures)}`);
    const messages = live.messages.concat(live.issues.map((issue) => issue.code));
    if (messages.length > 0) console.log(`the page said: ${messages.join("; ")}`);
  } finally {
    await server.stop();
  }
});
