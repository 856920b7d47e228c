#!/usr/bin/env node
// Plain JavaScript that any Node can parse, as `preflight.js` explains.
import { canStart, warnIfStale } from "./preflight.js";

if (canStart("monitord", "daemon/main.js")) {
  warnIfStale("daemon/main.js");
  await import("../dist/daemon/main.js");
}
