#!/usr/bin/env node
// Plain JavaScript that any Node can parse, as `preflight.js` explains.
import { canStart, warnIfStale } from "./preflight.js";

const entry = "daemon/bundle/main.js";
if (canStart("monitord", entry)) {
  warnIfStale(entry);
  await import(`../dist/${entry}`);
}
