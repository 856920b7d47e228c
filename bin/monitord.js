#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old one gets a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `monitord needs Node 22.19 or newer; this is ${process.version}.\n` +
      "In a clone of the repository, npm start, npm test and npx bring their own.",
  );
  process.exitCode = 78;
} else {
  await import("../dist/daemon/main.js");
}
