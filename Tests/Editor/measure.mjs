// How long a spec of 300 lines takes from a keystroke to its findings, less the 150 ms in which the server waits for the next one.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, edits = "100"] = process.argv.slice(2);
const patience = 150;
const folder = mkdtempSync(join(tmpdir(), "specmatrix-editor-"));
const path = join(folder, "pay.yaml");
const uri = pathToFileURL(path).href;
const sample = readFileSync(new URL("../../specs/payment-confirmation.yaml", import.meta.url), "utf8");
const numbers = Array.from({ length: 70 }, (_, number) => number);
const text = sample
  .replace(/^operations:$/m, ["operations:", ...numbers.map((n) => `  open_${n}: Tap entry ${n}`)].join("\n"))
  .replace(/^rules:$/m, ["rules:", ...numbers.map((n) => `  open_${n}: Entry ${n} is shown`)].join("\n"));
writeFileSync(path, text);

const server = spawn(resolve(program), ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
let rest = Buffer.alloc(0);
const waiting = [];
server.stdout.on("data", (bytes) => {
  rest = Buffer.concat([rest, bytes]);
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(rest.subarray(0, end))[1]);
    if (rest.length < end + 4 + length) return;
    const message = JSON.parse(rest.subarray(end + 4, end + 4 + length));
    rest = rest.subarray(end + 4 + length);
    const index = waiting.findIndex((each) => each.fits(message));
    if (index >= 0) waiting.splice(index, 1)[0].resolve(message);
  }
});
const send = (message) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  server.stdin.write(body);
};
const next = (fits) => new Promise((resolve) => waiting.push({ fits, resolve }));
let id = 0;
const request = (method, params) => {
  id += 1;
  const own = id;
  send({ id: own, method, params });
  return next((message) => message.id === own);
};
const findings = (version) => next((message) => message.params?.version === version);
const told = (name, times) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
  console.log(`${name}: median ${at(0.5)} ms, worst ${at(1)} ms of ${times.length}`);
};

await request("initialize", { capabilities: {} });
send({ method: "textDocument/didOpen", params: { textDocument: { uri, version: 0, text } } });
await findings(0);
const lines = text.split("\n");
const line = lines.findIndex((each) => each.includes("The identity check opens"));
console.log(`${lines.length} lines`);
const times = { "keystroke to findings": [], completion: [], hover: [] };
for (let version = 1; version <= Number(edits); version += 1) {
  const position = { line, character: lines[line].length };
  const before = performance.now();
  send({
    method: "textDocument/didChange",
    params: { textDocument: { uri, version }, contentChanges: [{ range: { start: position, end: position }, text: "x" }] },
  });
  const completed = performance.now();
  await request("textDocument/completion", { textDocument: { uri }, position: { line: line - 1, character: 14 } });
  times.completion.push(performance.now() - completed);
  await findings(version);
  times["keystroke to findings"].push(performance.now() - before - patience);
  const asked = performance.now();
  await request("textDocument/hover", { textDocument: { uri }, position: { line, character: 14 } });
  times.hover.push(performance.now() - asked);
}
for (const [name, all] of Object.entries(times)) told(name, all);
await request("shutdown");
send({ method: "exit" });
