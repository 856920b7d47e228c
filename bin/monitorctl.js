#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old one gets a sentence instead of a syntax error.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `monitorctl needs Node 22.19 or newer; this is ${process.version}.\n` +
      "In a clone of the repository, npm start, npm test and npx bring their own.",
  );
  process.exitCode = 78;
} else {
  // A client is started often and runs briefly: what was compiled once is not compiled again. Not in the
  // common temporary folder, where others could put something else in its place.
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  module.enableCompileCache(join(cache, "monitorctl", "compiled"));
  await import("../dist/ctl/main.js");
}
