/**
 * `npm run client [-- FILE]`: writes monitorctl as one file that runs on Node 22.19 or newer, with all libraries and guides
 * in it, by default to `dist/monitorctl.mjs`. The build makes that, too: the daemon hands it out
 * (`GET /monitorctl.mjs`), so that a job in CI has the client of its server without an installation.
 */
import { chmodSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { bundle, withoutSenders } from "./bundle.ts";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** Where the daemon finds it. */
export const clientFile = `${dist}/monitorctl.mjs`;

/** As `bin/preflight.js`, which has the reasons: Node must not read its own options among the arguments, and an old Node gets a sentence. */
const firstLines = `#!/usr/bin/env -S node --
{
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 19)) {
    console.error("monitorctl needs Node 22.19 or newer; this is " + process.version + ".");
    process.exit(78);
  }
}
`;

/** Bundles what `dist` holds; `file` is absolute. */
export async function writeClient(file = clientFile): Promise<void> {
  await bundle(
    dirname(file),
    { [basename(file, ".mjs")]: `${dist}/ctl/main.js` },
    {
      splitting: false,
      outExtension: { ".js": ".mjs" },
      external: [],
      // Half of the library that draws `monitorctl top` is for its developers.
      define: { esbuildDetection: "true", "process.env.NODE_ENV": '"production"' },
      logOverride: { "import-is-undefined": "error", "assign-to-define": "silent" },
      plugins: [withoutSenders, withoutDevtools, textsInside],
      firstLines,
    },
  );
  chmodSync(file, 0o755);
}

/** ink has them for its developers, and asks for a package that is not installed. */
const withoutDevtools: Plugin = {
  name: "without devtools",
  setup(building) {
    building.onLoad({ filter: /[/\\]ink[/\\]build[/\\]devtools\.js$/ }, () => ({ contents: "" }));
  },
};

/** Texts that the program reads from files beside its own become part of it. */
const textsInside: Plugin = {
  name: "texts inside",
  setup(building) {
    building.onLoad({ filter: /[/\\]guide-files\.js$/ }, ({ path }) => {
      const cwd = dirname(path);
      const texts = globSync("*.md", { cwd })
        .toSorted()
        .map((name) => [basename(name, ".md"), readFileSync(resolve(cwd, name), "utf8")]);
      return { contents: `export const guideFiles = () => ${JSON.stringify(texts)};` };
    });
    building.onLoad({ filter: /[/\\]dist[/\\]ctl[/\\].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replaceAll(
          /readFileSync\(new URL\("([^"]+)", import\.meta\.url\), "utf8"\)/g,
          (_, name: string) => JSON.stringify(readFileSync(resolve(dirname(path), name), "utf8")),
        )
        // The bundler's own, so that the library becomes part of the file.
        .replace("const require = createRequire(import.meta.url);", ""),
    }));
  },
};

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? clientFile);
  await writeClient(file);
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
}
