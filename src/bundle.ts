/**
 * The programs with their libraries as a few files each, `dist/{daemon,ctl}/bundle`: some 1,500 modules take Node
 * longer to find than to run, and each keeps its source in memory, in each of the daemon's two threads. So comments
 * and indentation go too; names and short lines stay, for the stack traces of a log. Not part of the build itself.
 */
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { builtinModules, findPackageJSON } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { missingNames } from "./bundle-names.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles both programs of `dist`, into which everything is compiled already. */
export async function bundlePrograms(dist: string): Promise<void> {
  await bundle(`${dist}/daemon/bundle`, {
    main: `${dist}/daemon/main.js`,
    writer: `${dist}/app/writer.js`,
    "watchdog-thread": `${dist}/daemon/watch/watchdog-thread.js`,
    "backup-folder": `${dist}/daemon/backup/backup-folder.js`,
    // Files of their own: a file above a megabyte takes Node twice its memory.
    fastify: "fastify",
  });
  await bundle(
    `${dist}/ctl/bundle`,
    {
      main: `${dist}/ctl/main.js`,
      // Its commands, under a known name: tests run them without a process.
      program: `${dist}/ctl/program/program.js`,
    },
    { plugins: [withoutSenders] },
  );
}

/** Found in `node_modules` as before: machine code, and libraries of few commands. */
const external = ["better-sqlite3", "pg", "ink", "react"];

/** fastify has them in case it is given none. */
const unused = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"];

/** Differences between the bundles. */
interface BundleOptions extends Omit<BuildOptions, "metafile" | "write"> {
  /** The beginning of a program that is a single file; it ends with the licenses. */
  firstLines?: string;
}

/** Throws when a dynamic import would not find a name. Plugins that are passed come first. */
export async function bundle(
  outdir: string,
  entryPoints: Record<string, string>,
  { firstLines, plugins = [], ...more }: BundleOptions = {},
): Promise<void> {
  const { metafile, outputFiles } = await build({
    entryPoints,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "bundle",
    external,
    alias: Object.fromEntries(unused.map((name) => [name, "node:module"])),
    // undici leaves a second parser of HTTP out of a bundle that defines this.
    define: { esbuildDetection: "true" },
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: "none",
    metafile: true,
    write: false,
    outdir,
    chunkNames: "[hash]",
    absWorkingDir: root,
    logLevel: "warning",
    // Otherwise a module that is only half there becomes a program that fails when it gets to it.
    logOverride: { "import-is-undefined": "error" },
    plugins: [
      ...plugins,
      childProcessLater,
      partsOfNode,
      agentOfUndici,
      wholeLibraries,
      namesOfCommonJs,
      besideModules(outdir),
    ],
    ...more,
  });
  const missing = await missingNames(outputFiles, metafile, root);
  if (missing.length > 0) throw new Error(missing.join("\n"));
  const licenses = licencesOf(Object.keys(metafile.inputs));
  const licensesInside = () => `\n/*\n${licenses.replaceAll("*/", "* /")}\n*/\n`;
  for (const { path, text } of outputFiles) {
    // Libraries that are CommonJS ask for modules of Node.
    const asks = /\brequire\b/.test(text);
    const program = inAscii(asks ? nodeRequire + text : text);
    write(path, firstLines === undefined ? program : `${firstLines}${program}${licensesInside()}`);
  }
  if (firstLines === undefined) write(join(outdir, "LICENSES.txt"), licenses);
}

const nodeRequire =
  'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);\n';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The same program: V8 keeps a source with any other character as two bytes for each. No raw template has some. */
const inAscii = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * `import` of a module of Node reads all that it exports, and with it loads parts of Node that the program never
 * uses: a second undici, HTTP/2 and more with `node:http`, 6 MB in each thread. Here each name is read alone.
 */
const partsOfNode: Plugin = {
  name: "parts of Node",
  setup(building) {
    building.onResolve({ filter: /./ }, ({ path, kind }) => {
      const id = path.replace(/^node:/, "");
      if (kind !== "import-statement" || !builtinModules.includes(id)) return undefined;
      return { path: id, namespace: "node", sideEffects: false };
    });
    building.onLoad({ filter: /./, namespace: "node" }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) as object).filter(
        (one) => one !== "default",
      );
      return {
        contents: [
          `const wholePart = process.getBuiltinModule("node:${path}");`,
          "const partOf = (name) => wholePart[name];",
          "export default wholePart;",
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ partOf("${name}");`),
        ].join("\n"),
      };
    });
  },
};

/** Bundles only the agent of undici: a third of it. */
const agentOfUndici: Plugin = {
  name: "agent of undici",
  setup(building) {
    building.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "agent" }));
    building.onLoad({ filter: /./, namespace: "agent" }, () => ({
      contents: 'export { default as Agent } from "undici/lib/dispatcher/agent.js";',
      resolveDir: root,
    }));
  },
};

/** Libraries that are bundled already are taken from where they came, so that unused parts of them are left out. */
const wholeLibraries: Plugin = {
  name: "whole libraries",
  setup(building) {
    building.onResolve({ filter: /[/\\]bundled[/\\]/ }, ({ path, kind }) =>
      building.resolve(path.replace(/^.*[/\\]bundled[/\\](.*)\.js$/, "$1"), {
        resolveDir: root,
        kind,
      }),
    );
  },
};

/**
 * A library in CommonJS that is imported while the program runs keeps the exports that it has in Node: the chunk
 * that esbuild makes of it would export `default` alone, and `const { parse } = await import("yaml")` be undefined.
 */
const namesOfCommonJs: Plugin = {
  name: "names of CommonJS",
  setup(building) {
    building.onResolve({ filter: /./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === namesOfCommonJs) return undefined;
      const library = await building.resolve(path, {
        kind,
        resolveDir,
        pluginData: namesOfCommonJs,
      });
      if (library.external || library.errors.length > 0 || !isCommonJs(library.path))
        return library;
      return { path: library.path, namespace: "commonjs" };
    });
    building.onLoad({ filter: /./, namespace: "commonjs" }, async ({ path }) => {
      const names = Object.keys((await import(pathToFileURL(path).href)) as object).filter(
        (name) => !["default", "module.exports"].includes(name),
      );
      return {
        resolveDir: dirname(path),
        contents: [
          `const library = require(${JSON.stringify(path)});`,
          "export default library;",
          ...names.map(
            (name, n) => `const name${n} = library.${name}; export { name${n} as ${name} };`,
          ),
        ].join("\n"),
      };
    });
  },
};

/** How Node reads the file. */
function isCommonJs(path: string): boolean {
  if (!path.endsWith(".js")) return path.endsWith(".cjs");
  const { type } = JSON.parse(readFileSync(findPackageJSON(pathToFileURL(path))!, "utf8")) as {
    type?: string;
  };
  return type !== "module";
}

/** Files beside a module are found where the module was. */
const besideModules = (outdir: string): Plugin => ({
  name: "files beside modules",
  setup(building) {
    building.onLoad({ filter: /[/\\]dist[/\\].*\.js$/ }, ({ path }) => {
      // The writer is an entry of the bundle, beside the daemon.
      if (path.endsWith("open-sqlite.js") || path.includes("node_modules")) return undefined;
      const place = JSON.stringify(relative(outdir, path).replaceAll("\\", "/"));
      const text = readFileSync(path, "utf8");
      return {
        contents: text.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`),
      };
    });
    // Its pages are files of its package.
    building.onLoad({ filter: /@fastify[/\\]swagger-ui[/\\].*\.js$/ }, ({ path }) => {
      const place = JSON.stringify(dirname(path.split(/swagger-ui[/\\]/)[1]!));
      const text = readFileSync(path, "utf8");
      return {
        contents: text.replaceAll(
          "__dirname",
          `require("node:path").join(require.resolve("@fastify/swagger-ui/package.json"), "..", ${place})`,
        ),
      };
    });
  },
});

/** The client knows the channels and never sends: it is built without the modules that send, and their libraries. */
export const withoutSenders: Plugin = {
  name: "without senders",
  setup(building) {
    building.onResolve({ filter: /\/send\.js$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, namespace: "sender" } : undefined,
    );
    building.onLoad({ filter: /./, namespace: "sender" }, () => ({
      contents: "export {};",
    }));
  },
};

/** commander needs it for subcommands with programs of their own, which we have none of. */
const childProcessLater: Plugin = {
  name: "child processes later",
  setup(building) {
    building.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes("commander") ? { path, namespace: "later" } : undefined,
    );
    building.onLoad({ filter: /./, namespace: "later" }, ({ path }) => ({
      contents: `export default { spawn: (...words) => process.getBuiltinModule("${path}").spawn(...words) }`,
    }));
  },
};

/** The license texts of the libraries that these files are of. */
function licencesOf(paths: readonly string[]): string {
  const folders = new Set(
    paths.flatMap(
      (path) => /^(?!commonjs:).*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
    ),
  );
  return [...folders]
    .toSorted()
    .map((folder) => {
      const cwd = join(root, folder);
      const { name, version, license } = JSON.parse(
        readFileSync(join(cwd, "package.json"), "utf8"),
      ) as Record<string, string>;
      const texts = globSync("*", { cwd })
        .filter(
          (file) =>
            /^(licen[cs]e|copying|notice)/i.test(file) && statSync(join(cwd, file)).isFile(),
        )
        .map((file) => readFileSync(join(cwd, file), "utf8").trim());
      return [`${name} ${version} (${license})`, ...new Set(texts)].join("\n\n");
    })
    .join(`\n\n${"-".repeat(78)}\n\n`);
}
