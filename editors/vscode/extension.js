"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Starts `specmatrix lsp` in the first folder, so that messages name files as `check` there does. */
exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration("specmatrix").get("command");
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "specmatrix",
    { command, args, options: { cwd } },
    {
      // The server leaves alone what is no spec, settings file or pack.
      documentSelector: ["yaml", "json"].map((language) => ({ scheme: "file", language })),
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml,json,agreed.csv}") },
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
