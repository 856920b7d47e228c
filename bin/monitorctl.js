#!/usr/bin/env -S node --
// Plain JavaScript that any Node can parse. `preflight.js` says why, and why `--` is in the first line.
import { canStart } from "./preflight.js";

if (canStart("monitorctl", "ctl/bundle/main.js")) {
  // A client is started often and runs briefly: what was compiled once is not compiled again. Not in the
  // common temporary folder, where others could put something else in its place.
  const [module, os, { join }] = ["node:module", "node:os", "node:path"].map((name) =>
    process.getBuiltinModule(name),
  );
  const cache = process.env.XDG_CACHE_HOME || join(os.homedir(), ".cache");
  module.enableCompileCache(join(cache, "monitorctl", "compiled"));
  await import("../dist/ctl/bundle/main.js");
}
