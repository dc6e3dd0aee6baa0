// The program that makes the page, and folders that it works in.

import {spawnSync} from "node:child_process";
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The program that is named, else what was built last for tests. */
export const specmatrix = process.env.SPECMATRIX_PROGRAM || join(repository, ".build/debug/specmatrix");

/** 2026-11-21, as in all tests of the commands: deadlines do not pass while a test is kept. */
export const environment = {...process.env, SOURCE_DATE_EPOCH: "1795219200"};

/** The samples, in the order of their paths. */
export const samples = ["boost-popup", "complete", "payment-confirmation", "profile-screen", "tsukurepo-post"].map((name) => `specs/${name}.yaml`);

/** A folder that goes away with the process that made it. */
export class Folder {
  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "specmatrix-page-")));
    process.on("exit", () => this.remove());
  }

  /** A folder with the samples. */
  static ofSamples() {
    const folder = new Folder();
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

  /** Runs the program in the folder; 1 says that something is left open, all above that it failed. */
  run(...words) {
    const run = spawnSync(specmatrix, words, {cwd: this.path, env: environment, encoding: "utf8", maxBuffer: 1 << 28});
    if (run.error) throw run.error;
    if (run.status === null || run.status > 1) throw new Error(`specmatrix ${words.join(" ")} ended with ${run.status ?? run.signal}\n${run.stderr}`);
    return run;
  }

  /** Writes the page of these specs, and gives its address. */
  review(specs, name = "review.html") {
    this.run("review", ...[specs].flat(), "--output", name);
    return pathToFileURL(this.at(name)).href;
  }

  remove() {
    rmSync(this.path, {recursive: true, force: true});
  }
}
