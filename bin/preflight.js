// Plain JavaScript that any Node can parse, so that an old one gets a sentence instead of a syntax error.
//
// Node searches all of its arguments for `--env-file`, those of the script included, until `--`. It reads that file
// before the script, and obeys a NODE_OPTIONS in it, which can load code. So `--` comes before the script wherever
// Node is started: in the first line of both programs, in `package.json`, and by monitord itself.

// An import would touch each of their exports, and with them parts of Node that few programs need. An old Node has no
// such function, and needs neither of them.
const builtin = (name) => process.getBuiltinModule?.(name) ?? {};
const { readdirSync, statSync } = builtin("node:fs");
const { fileURLToPath } = builtin("node:url");

// Node opens its debugger at this signal, where the process runs code for each client. A listener replaces that.
process.on("SIGUSR1", () => {});

const modified = (path) =>
  statSync(fileURLToPath(new URL(path, import.meta.url)), { throwIfNoEntry: false })?.mtimeMs;

/**
 * Whether `program` can start: Node is new enough, and `dist/<entry>` was built. If not, one sentence on
 * stderr says what to do, and the exit code is set to 78.
 */
export function canStart(program, entry) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 19)) {
    console.error(
      `${program} needs Node 22.19 or newer; this is ${process.version}.\n` +
        "In a clone of the repository, npm start, npm test and npx bring their own.",
    );
  } else if (modified(`../dist/${entry}`) === undefined) {
    console.error(`${program} is not built yet: run "npm ci", or "npm run build" after it.`);
  } else {
    return true;
  }
  process.exitCode = 78;
  return false;
}

/**
 * Says so in one sentence on stderr when a source file of a clone is newer than the build, and leaves it
 * at that: after `git pull` a restarted daemon must monitor, with the old build if need be. Looks at
 * 700 files in 20 ms, `after` so many ms: a service has better things to do while it starts. An installed
 * package has no sources.
 */
export function warnIfStale(entry, after) {
  if (modified("../src") === undefined) return;
  if (after > 0) setTimeout(look, after);
  else look();

  function look() {
    // A hint, never the end of a service: it may find no free descriptor, or a file that is gone a moment later.
    try {
      compare();
    } catch {
      return;
    }
  }

  function compare() {
    const built = modified(`../dist/${entry}`) ?? 0;
    const sources = fileURLToPath(new URL("../src", import.meta.url));
    const paths = readdirSync(sources, { recursive: true, encoding: "utf8" });
    if (paths.some((path) => modified(`../src/${path}`) > built))
      console.error('The sources are newer than the build: run "npm run build".');
  }
}

/** The memory that a service needs, MiB: with 144 it was killed under load, with 160 it had none to spare. */
const leastMemory = 192;

/**
 * Says so on stderr when the container or the unit allows too little memory: the kernel kills such a process without a
 * word. No refusal, because swap can make up for it.
 */
export function warnIfCramped() {
  const bytes = process.constrainedMemory?.() ?? 0;
  if (bytes > 0 && bytes < leastMemory * 2 ** 20)
    console.error(
      `monitord may use ${Math.floor(bytes / 2 ** 20)} MiB of memory, and needs ${leastMemory} MiB: the kernel may kill it at any time. Raise the limit (MemoryMax=, --memory, resources.limits.memory), to 256 MiB if you can.`,
    );
}
