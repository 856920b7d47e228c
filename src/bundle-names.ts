/**
 * Compares the names that the bundles take from dynamically imported files with the names that those files export.
 * The compiler knows only the types of a library, and the tests load it as Node does: a name that got lost in
 * esbuild would show when a user runs that command. Not part of the build itself.
 */
import { dirname, relative, resolve } from "node:path";
import type { Metafile, OutputFile } from "esbuild";

/** One dynamic import; `names` is null where its names are not taken on the spot. */
interface Import {
  path: string;
  names: string[] | null;
}

// esbuild breaks long lines between any two words.
const imported = String.raw`import\(\s*"([^"]+)"\s*\)`;
const anyImport = new RegExp(imported, "g");
const unpacked = new RegExp(String.raw`\{([^{}]*)\}\s*=\s*await\s+$`);
const property = /^\s*\)\s*\.\s*([\w$]+)/;

/** The dynamic imports of a bundled file. Pure. */
function importsOf(text: string): Import[] {
  return [...text.matchAll(anyImport)].map((match) => {
    const before = text.slice(Math.max(0, match.index - 500), match.index);
    const fields = unpacked.exec(before)?.[1]!.split(",");
    const field = /\(\s*await\s+$/.test(before)
      ? property.exec(text.slice(match.index + match[0].length))?.[1]
      : undefined;
    const names = fields?.map((one) => one.split(":")[0]!.trim()) ?? (field ? [field] : null);
    return { path: match[1]!, names };
  });
}

/**
 * The faults in the dynamic imports of these files, which esbuild made in the folder `root`: a sentence for each that
 * takes a name which the imported file does not export, and for each of a library whose names are not taken on the
 * spot, because they cannot be compared then. The compiler compares the names of our own modules.
 */
export async function missingNames(
  files: readonly OutputFile[],
  { outputs }: Metafile,
  root: string,
): Promise<string[]> {
  const nameOf = (path: string) => relative(root, path).replaceAll("\\", "/");
  const faults: string[] = [];
  for (const { path, text } of files)
    for (const { path: from, names } of importsOf(text)) {
      const output = outputs[nameOf(resolve(dirname(path), from))];
      const exported = output?.exports ?? Object.keys((await import(from)) as object);
      const source = output?.entryPoint ?? from;
      const place = `${nameOf(path)} imports ${source} (${from})`;
      const missing = names?.filter((name) => !exported.includes(name)) ?? [];
      if (missing.length > 0) faults.push(`${place}, which does not export ${missing.join(", ")}`);
      if (names === null && (output === undefined || source.includes("node_modules/")))
        faults.push(
          `${place} and does not take its names on the spot: const { name } = await import(…)`,
        );
    }
  return faults;
}
