#!/usr/bin/env -S node --
// Plain JavaScript that any Node can parse. `preflight.js` says why, and why `--` is in the first line.
import { canStart } from "./preflight.js";

if (canStart("monitorctl", "ctl/bundle/main.js")) {
  // A client is started often and runs briefly: what was compiled once is not compiled again. Not in the
  // common temporary folder, where others could put something else in its place.
  const [module, os, fs, { join }] = ["node:module", "node:os", "node:fs", "node:path"].map(
    (name) => process.getBuiltinModule(name),
  );
  const cache = process.env.XDG_CACHE_HOME || join(os.homedir(), ".cache");
  const compiled = join(cache, "monitorctl", "compiled");
  try {
    // One by one: Node's own way to create them never ends where no folder can be created (below /proc, for one).
    for (const folder of [cache, join(cache, "monitorctl"), compiled])
      if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    module.enableCompileCache(compiled);
  } catch {
    // It starts without a cache.
  }
  await import("../dist/ctl/bundle/main.js");
}
