// The program that makes the page, and folders that it works in.

import {spawn, spawnSync} from "node:child_process";
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {until} from "./chromium.mjs";

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The program that is named, else what was built last for tests. */
export const specmatrix = process.env.SPECMATRIX_PROGRAM || join(repository, ".build/debug/specmatrix");

/** 2026-11-21, as in all tests of the commands: deadlines do not pass while a test is kept. */
export const environment = {...process.env, SOURCE_DATE_EPOCH: "1795219200"};

/** The samples, in the order of their paths. */
export const samples = ["boost-popup", "complete", "payment-confirmation", "profile-screen", "tsukurepo-post"].map((name) => `specs/${name}.yaml`);

const folders = new Set();
process.on("exit", () => folders.forEach((folder) => folder.remove()));

/** A folder that goes away with the process that made it. */
export class Folder {
  /** What runs in the folder is the program of the tests, unless another is named. */
  constructor(program = specmatrix) {
    this.program = program;
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "specmatrix-page-")));
    folders.add(this);
  }

  /** A folder with the samples. */
  static ofSamples(program = specmatrix) {
    const folder = new Folder(program);
    cpSync(join(repository, "specs"), folder.at("specs"), {recursive: true});
    return folder;
  }

  at(name) {
    return join(this.path, name);
  }

  read(name) {
    return readFileSync(this.at(name), "utf8");
  }

  write(name, text) {
    mkdirSync(dirname(this.at(name)), {recursive: true});
    writeFileSync(this.at(name), text);
    return this.at(name);
  }

  has(name) {
    return existsSync(this.at(name));
  }

  /** Runs the program in the folder; 1 says that something is left open, 2 of `review` that a page says what is wrong, all above that it failed. */
  run(...words) {
    const run = spawnSync(this.program, words, {cwd: this.path, env: environment, encoding: "utf8", maxBuffer: 1 << 28});
    if (run.error) throw run.error;
    const worst = words[0] === "review" ? 2 : 1;
    if (run.status === null || run.status > worst) throw new Error(`specmatrix ${words.join(" ")} ended with ${run.status ?? run.signal}\n${run.stderr}`);
    return run;
  }

  /** Writes the page of these specs, and gives its address; a spec that cannot be read is said on the page. */
  review(specs, name = "review.html") {
    this.run("review", ...[specs].flat(), "--output", name);
    return pathToFileURL(this.at(name)).href;
  }

  remove() {
    folders.delete(this);
    rmSync(this.path, {recursive: true, force: true});
  }
}

/** Servers that still run: they end with this process. */
const serving = new Set();
process.on("exit", () => serving.forEach((server) => server.kill()));

/** The page served live, on a port of its own. */
export class Server {
  output = "";

  /** Starts `review --serve` in a folder, and comes back when it has said its address. */
  static async start(folder, ...words) {
    const server = new Server(folder, words);
    await until("the address of the server", () => server.address ?? (server.status === undefined ? null : "ended"));
    if (server.address) return server;
    throw new Error(`the server ended with ${server.status}\n${server.output}`);
  }

  constructor(folder, words) {
    this.process = spawn(folder.program, ["review", ...words, "--serve"], {cwd: folder.path, env: environment, stdio: ["ignore", "pipe", "pipe"]});
    serving.add(this);
    this.process.unref();
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on("data", (data) => {
        this.output += data;
        this.address ??= /http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{32}/.exec(this.output)?.[0];
      });
    }
    this.ended = new Promise((resume) => this.process.on("exit", (status, signal) => resume((this.status = status ?? signal))));
  }

  kill() {
    this.process.kill("SIGKILL");
    serving.delete(this);
  }

  /** Ends it at once, whatever it is doing. */
  async stop() {
    this.kill();
    await this.ended;
  }
}
