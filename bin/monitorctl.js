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
  // Of its own user: what is kept is run, and in a folder for all, anybody could have put it there.
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  module.enableCompileCache(join(cache, "monitorctl"));
  await import("../dist/ctl/main.js");
}
