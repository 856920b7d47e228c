import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { resourceKinds } from "../src/resource/kinds.ts";
import { referencesOf, storedReferencesOf } from "../src/resource/references.ts";
import { listsOf } from "../src/resource/resources.ts";
import { conditionOf, statuses, type Status } from "../src/core/model/status.ts";
import { channelKinds } from "../src/channel/registry.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));

/**
 * Folder → the folders (or files) of ours that it may import, those that it may import types from, and
 * why.
 */
const may: Record<string, { import: string[]; types?: string[]; why: string }> = {
  resource: {
    import: [],
    why: "a description is data about fields; everything else is made from it",
  },
  core: {
    import: ["resource"],
    why: "what is decided must be testable without anything around it",
  },
  api: { import: ["resource", "core"], why: "the contract speaks of the core's nouns" },
  inbound: {
    import: ["resource", "core"],
    why: "a foreign payload is read without knowing what becomes of it",
  },
  manifest: {
    import: ["api", "resource", "core"],
    why: "a file is judged offline, by the contract alone",
  },
  importer: {
    import: ["manifest", "api", "resource", "core"],
    why: "the configuration of another tool is read without a server",
  },
  store: {
    import: ["channel", "resource", "core"],
    why: "a store runs the use cases that it is given and knows none of them",
  },
  app: {
    import: ["store", "channel", "resource", "core"],
    why: "use cases are procedures over a store; who calls them is not their concern",
  },
  probe: { import: ["core"], why: "an adapter knows what the core says of it" },
  oidc: {
    import: ["core", "probe"],
    why: "providers pass the same address guard as health endpoints",
  },
  channel: {
    import: ["resource", "core", "probe"],
    why: "push servers pass the same address guard as health endpoints",
  },
  guide: { import: ["core"], why: "guides are texts, which the service and the client show" },
  dashboard: {
    import: ["channel", "resource", "core"],
    why: "pages are made of what they are given, and call channels by their names",
  },
  http: {
    import: [
      "app",
      "api",
      "channel",
      "inbound",
      "manifest",
      "resource",
      "core",
      "guide",
      "dashboard",
      "store/kit/unavailable.ts",
      "probe/decode.ts",
    ],
    types: ["store/reads"],
    why: "routes translate; of other adapters they know the rows and the error that come out",
  },
  client: { import: ["api"], why: "the client knows the contract, no more" },
  ctl: {
    import: ["client", "guide", "importer", "manifest", "api", "channel", "resource", "core"],
    why: "the client program works against any server of the contract",
  },
  daemon: {
    import: [
      "resource",
      "core",
      "api",
      "manifest",
      "app",
      "store",
      "probe",
      "oidc",
      "channel",
      "http",
    ],
    why: "the only place that names concrete adapters; never the client",
  },
};

/** Who may say what would make the rest untestable, and why. */
const sayings: { what: RegExp; in: string[]; why: string }[] = [
  {
    what: /\bDate\.now\(|new Date\(\)/,
    in: ["daemon/clock.ts", "daemon/demo/", "ctl/"],
    why: "time comes in as an argument; only the edge of a process asks for it",
  },
  {
    what: /\bsetTimeout\(|\bsetInterval\(|timers\/promises/,
    in: [
      "daemon/clock.ts",
      "daemon/teardown.ts",
      "daemon/daemon.ts",
      "daemon/watch/watchdog.ts",
      "daemon/watch/watchdog-thread.ts",
      "daemon/demo/",
      "probe/",
      "channel/email/send.ts",
      "client/request.ts",
      "http/routes/declared/declarations.ts",
      "store/kit/spare-memory.ts",
      "store/postgres/",
      "store/sqlite/store.ts",
      "ctl/",
    ],
    why: "waiting goes through the clock, so that stories can move it; deadlines of sockets and of servers are real time",
  },
  {
    what: /Math\.random/,
    in: ["daemon/daemon.ts"],
    why: "chance comes in as an argument",
  },
  {
    what: /process\.env/,
    in: ["daemon/commands/invocation.ts", "daemon/demo/", "ctl/", "client-file.ts"],
    why: "configuration is read once, at the edge",
  },
  {
    what: /process\.exit\(/,
    in: ["daemon/commands/serve.ts", "ctl/main.ts", "build.ts", "client-file.ts"],
    why: "a process ends by itself when everything is put down; except at a second signal, and a client at the first",
  },
  {
    what: /\bIncomingHttpHeaders\b/,
    in: ["probe/answer-headers.ts", "http/"],
    why: "undici gives a list for a header that an answer repeats; Node joins those of a request",
  },
  {
    what: /\.stmt\b|\bstmt\??:|\bqueryString\b|\bcustomResultMapper\b|\bnoopDecoder\b|\bColumn\.prototype\b|\.prepare\(\) as\b/,
    in: ["store/kit/prepared.ts"],
    why: "the query builder promises these names to nobody; a new version of it is checked in one file",
  },
  {
    what: /\bconsole\./,
    in: ["store/migrations/make-migration.ts", "client-file.ts"],
    why: "programs print through their own output, services log",
  },
  {
    what: /DisposableStack|\bPromise\.try\b|\b(RegExp\.escape|Error\.isError|Float16Array)\b|\bIterator\.(concat|zip)|\.(from|to)(Hex|Base64)\(|\bMath\.(f16round|sumPrecise)/,
    in: [],
    why: "the oldest Node that the package supports, 22, has none of these",
  },
];

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({
    file: file.replaceAll("\\", "/"),
    text: readFileSync(join(src, file), "utf8"),
  }));

/** Every import and re-export of a file of ours; `type`: it is gone at run time. */
const imports = files.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:\b(?:import|export)( type)?\b[^;"]*?\bfrom|import\()\s*"(\.[^"]+)"/g)].map(
    ([, type, to]) => ({
      file,
      to: relative(src, resolve(src, dirname(file), to!)).replaceAll("\\", "/"),
      type: type !== undefined,
    }),
  ),
);

describe("who may import whom", () => {
  const lies = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

  test.each(Object.keys(may))("%s keeps to its row", (folder) => {
    const row = may[folder]!;
    const wrong = imports
      .filter(({ file }) => lies(file, folder))
      .filter(({ to, type }) => {
        const allowed = [folder, ...row.import, ...(type ? (row.types ?? []) : [])];
        return !allowed.some((place) => lies(to, place));
      })
      .map(({ file, to }) => `${file} imports ${to}: ${row.why}`);
    expect(wrong).toEqual([]);
  });

  test("imports form no cycle, those of types included", () => {
    const next = Map.groupBy(imports, ({ file }) => file);
    const reached = new Map<string, Set<string>>();
    for (const { file } of files) {
      const seen = new Set<string>();
      const visit = (from: string) => {
        for (const { to } of next.get(from) ?? [])
          if (!seen.has(to)) {
            seen.add(to);
            visit(to);
          }
      };
      visit(file);
      reached.set(file, seen);
    }
    const cycles = [...reached]
      .filter(([file, seen]) => seen.has(file))
      .map(([file, seen]) => [...seen].filter((other) => reached.get(other)!.has(file)).sort());
    expect([...new Set(cycles.map((cycle) => cycle.join(" ↔ ")))]).toEqual([]);
  });

  /** Pairs of folders that import each other, and why. */
  const mutual: Record<string, string> = {
    "ctl/top ↔ ctl/top/view":
      "the model scrolls in the lines that the view makes of its state; the screen joins the two",
    "store/migrations ↔ store/postgres":
      "make-migration, a program that developers run, compares the tables of a dialect with its migrations",
    "store/migrations ↔ store/sqlite": "the same",
  };

  test("no two folders import each other, those of types included", () => {
    // A file beside the folders of a room is its roof or its cellar; that it is not both is the test above.
    const between = new Set(
      imports
        .map(({ file, to }) => [dirname(file), dirname(to)] as const)
        .filter(([from, to]) => from !== to && from.includes("/") && to.includes("/"))
        .map(([from, to]) => `${from} ↔ ${to}`),
    );
    const pairs = [...between].filter((pair) => {
      const [from, to] = pair.split(" ↔ ") as [string, string];
      return from < to && between.has(`${to} ↔ ${from}`);
    });
    expect(pairs.toSorted()).toEqual(Object.keys(mutual));
  });

  test("routes do not import each other, but for those that join them", () => {
    const joining = ["api.ts", "dashboard/routes.ts", "webhook.ts"];
    const wrong = imports
      .filter(({ file, to }) => [file, to].every((one) => one.startsWith("http/routes/")))
      .filter(({ file }) => !joining.includes(file.slice("http/routes/".length)))
      .map(({ file, to }) => `${file} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test("the kit of the stores imports no other folder of the store", () => {
    const upward = imports.filter(
      ({ file, to }) =>
        file.startsWith("store/kit/") && to.startsWith("store/") && !to.startsWith("store/kit/"),
    );
    expect(upward).toEqual([]);
  });

  test("every folder has a row", () => {
    const folders = new Set(
      files
        .map(({ file }) => file.split("/"))
        .flatMap((parts) => (parts.length > 1 ? [parts[0]!] : [])),
    );
    expect([...folders].sort()).toEqual(Object.keys(may).sort());
  });
});

/** Of the room of channels, what has effects. Everything else in it is pure. */
const sending = /^channel\/(exchange|sender|senders|[^/]+\/send)\.ts$/;

describe("the room of channels", () => {
  const ofChannels = imports.filter(({ file }) => file.startsWith("channel/"));

  test("has effects only in the files that send, which the registry alone names", () => {
    const wrong = ofChannels
      .filter(({ file }) => !sending.test(file) && file !== "channel/registry.ts")
      .filter(({ to, type }) => (to.startsWith("probe/") && !type) || sending.test(to));
    expect(wrong).toEqual([]);
  });

  test("has folders that know nothing of each other", () => {
    const folder = (path: string) => /^channel\/([^/]+)\//.exec(path)?.[1];
    const wrong = ofChannels.filter(
      ({ file, to }) => folder(file) && folder(to) && folder(file) !== folder(to),
    );
    expect(wrong).toEqual([]);
  });

  test("has folders that are all alike", () => {
    for (const kind of channelKinds)
      for (const name of ["channel", "body", "outcome", "send"])
        expect(files.map(({ file }) => file)).toContain(`channel/${kind}/${name}.ts`);
  });

  /** Who else may name a channel, and why. */
  const naming: Record<string, string> = {
    "resource/device.ts": "says what the API takes, below the registry",
    "channel/registry.ts": "lists them, and says which one is for phones that are added by a link",
  };

  test("is the only place that names a channel: everybody else asks the registry", () => {
    // A word that means other things too counts where it is compared with a kind.
    const ambiguous = new Set(["webhook", "email"]);
    const sure = channelKinds.filter((kind) => !ambiguous.has(kind)).join("|");
    const literal = new RegExp(
      `["'\`](${sure})["'\`]|\\bkind"?\\]?\\)?\\s*(:|[!=]==?)\\s*["'\`](${channelKinds.join("|")})["'\`]`,
    );
    const wrong = files
      .filter(({ file }) => !(file in naming) && !/^channel\/[^/]+\//.test(file))
      .flatMap(({ file, text }) =>
        text
          .split("\n")
          .filter((line) => literal.test(line) && !/^\s*(\*|\/\/|import )/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });
});

test.each(sayings)("$what is said only where it may be", ({ what, in: allowed, why }) => {
  const wrong = files
    .filter(({ file }) => !allowed.some((place) => file.startsWith(place)))
    .flatMap(({ file, text }) =>
      text
        .split("\n")
        .filter((line) => what.test(line) && !/^\s*(\*|\/\/)/.test(line))
        .map((line) => `${file}: ${line.trim()} (${why})`),
    );
  expect(wrong).toEqual([]);
});

test("which statuses are failing and which are healthy is said in the table of statuses alone", () => {
  const lists = (["failing", "healthy"] as const).flatMap((condition) => {
    const names = (Object.keys(statuses) as Status[])
      .filter((status) => conditionOf(status) === condition)
      .map((status) => `["'](?:${status})["']`)
      .join("|");
    // Two of one condition in one expression: a list, a comparison with each, an SQL `in`.
    const several = new RegExp(`(${names})[^;{})]{1,80}(?!\\1)(?:${names})`, "g");
    return files
      .filter(({ file }) => file !== "core/model/status.ts")
      .flatMap(({ file, text }) =>
        [...text.matchAll(several)].map(([match]) => `${file}: ${match}`),
      );
  });
  expect(lists).toEqual([]);
});

/** Files that are long because they are one list, and why it is better whole. */
const excused: Record<string, string> = {
  "http/answer/present.ts": "every resource as it is answered, one beside the other",
  "store/kit/rows.ts": "every table, and the columns that only the store knows",
  "daemon/daemon.ts": "the order in which things begin and end",
};

test("no file is longer than 300 lines without a reason at its head", () => {
  const long = files
    .filter(({ text }) => text.split("\n").length > 301)
    .map(({ file }) => file)
    .filter((file) => !(file in excused));
  expect(long).toEqual([]);
});

test("no folder has more than 25 files", () => {
  const folders = Map.groupBy(files, ({ file }) => dirname(file));
  const crowded = [...folders]
    .filter(([, { length }]) => length > 25)
    .map(([folder, { length }]) => `${folder}: ${length}`);
  expect(crowded).toEqual([]);
});

test("what declares, plans, prunes, exports and deletes knows references by their descriptions alone", () => {
  const rooms = [
    /^core\/declare\//,
    /^manifest\//,
    /^ctl\/(commands\/)?declare\//,
    /^ctl\/commands\/monitors\/check-run\.ts$/,
    /^app\/declare\//,
  ];
  const exempt = [
    // A rule that joins fields.
    "core/declare/rules.ts",
    // The one reference that is looked up from the other end.
    "app/declare/running-state.ts",
  ];
  const names = resourceKinds.flatMap((kind) => [
    // Fields of items have names that others have, too.
    ...storedReferencesOf(kind).flatMap(({ field, as, list }) =>
      list === null ? [field, as] : [],
    ),
    // A list may have the name of a kind.
    ...listsOf(kind).flatMap(({ name }) => (resourceKinds.some((one) => one === name) ? [] : name)),
  ]);
  const spelled = new RegExp(`(["'.])(${[...new Set(names)].join("|")})\\b(?!["']?:)`, "g");
  const wrong = files
    .filter(({ file }) => rooms.some((room) => room.test(file)) && !exempt.includes(file))
    .flatMap(({ file, text }) => [...text.matchAll(spelled)].map(([name]) => `${file}: ${name}`));
  expect(names).toEqual(expect.arrayContaining(["depends_on", "members"]));
  expect(wrong).toEqual([]);
});

/** Who names the table of members, and why. Everything else in store and app asks for the audience of a group. */
const membership: Record<string, string> = {
  "app/people/membership.ts": "writes one",
  "app/people/remove-member.ts": "deletes one",
  "app/people/set-member.ts": "changes the rules of one",
  "store/queries/audience.ts": "makes the audience of them",
};

test("the table of members is named by what writes memberships, and by the audience that is made of them", () => {
  const named =
    /\b(?:t|of)\.members\b|\{[^{}]*\bmembers\b[^{}]*\}(?:\s*=\s*(?:c\.)?t\b|:\s*(?:Tables|Context\["t"\]))|\b(?:from|into|join|update) "?members\b/;
  const naming = files
    .filter(({ file, text }) => /^(store|app)\//.test(file) && named.test(text))
    .map(({ file }) => file);
  expect(naming.toSorted()).toEqual(Object.keys(membership));
});

test("kinds come after those that they refer to, so that what is written in their order leads somewhere", () => {
  const early = resourceKinds.flatMap((kind, at) =>
    referencesOf(kind)
      .filter(({ to }) => resourceKinds.indexOf(to) > at)
      .map(({ field }) => `${kind}.${field}`),
  );
  // A server without plans has no schedules; the others write all in one transaction.
  expect(early).toEqual(["schedules.announce_to"]);
});

/** Tests that load the entry of a program themselves, and why. All others start `bin/`, as its users do. */
const entries = {
  "bench/jumping-daemon.ts": "its clock jumps when it is told to",
  "bin.test.ts": "writes programs of one line, to see what is before them",
  "daemon/standstill.ts": "a part of it stops, and its watchdog is soon done",
  "pictures/world.ts": "what is pictured is a day of a clock that is moved",
  "support/world.ts": "a story moves the clock of its daemon",
};

test("tests start the programs that the package holds", () => {
  const test = join(src, "../test");
  const entry = /\b(?:src|dist)\/(?:daemon\/(?:main|daemon)|ctl\/main)\.[jt]s\b/;
  const loading = readdirSync(test, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && entry.test(readFileSync(join(test, file), "utf8")))
    .toSorted();
  expect(loading).toEqual(Object.keys(entries));
});

test("the top level holds what a stranger expects, and dot files", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: join(src, ".."), encoding: "utf8" });
  const top = new Set(
    tracked
      .trim()
      .split("\n")
      .map((file) => file.split("/")[0]!),
  );
  expect([...top].filter((name) => !name.startsWith(".")).toSorted()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "bin",
    "examples",
    "package-lock.json",
    "package.json",
    "src",
    "test",
    "tsconfig.json",
  ]);
});
