// The beginning of the single executable: unpacks the client once per version into the cache of its user, and runs it.
const { createHash } = require("node:crypto");
const { existsSync, mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { homedir } = require("node:os");
const { join } = require("node:path");
const { getAsset } = require("node:sea");

const client = Buffer.from(getAsset("monitorctl.mjs"));
const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
const folder = join(
  cache,
  "monitorctl",
  createHash("sha256").update(client).digest("hex").slice(0, 32),
);

/** Whole, or not at all: another process may be reading it. */
function unpack(name, content) {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  const part = `${file}.${process.pid}`;
  writeFileSync(part, content, { mode: 0o600 });
  renameSync(part, file);
  return file;
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
unpack("monitorctl.mjs", client);
// Only a program that was loaded from a file can import others.
createRequire(__filename)(
  unpack(
    "begin.cjs",
    'require("node:module").enableCompileCache(__dirname);\nimport("./monitorctl.mjs");\n',
  ),
);
