/** Packs the package, and installs it for a version of Node. */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runs } from "./shell.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An installed package, and a home for its user. */
export interface Place {
  /** Of Node. */
  version: string;
  home: string;
  /** The folder of the installed package. */
  package: string;
  /** No compiler, and no other Node on the path. The registry is what the environment says. */
  env: Record<string, string>;
}

/** Packs into `folder` what was built; the file. */
export function packed(folder: string): string {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  // It names each file of the libraries that it brings along.
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Error(`npm pack → ${status}\n${stdout}${stderr}`);
  const [made] = JSON.parse(stdout) as [
    { filename: string; size: number; unpackedSize: number; files: { path: string }[] },
  ];
  const paths = made.files.map(({ path }) => path);
  for (const needed of [
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "dist/guide/concepts.md",
    "bin/monitord.js",
  ])
    if (!paths.includes(needed)) throw new Error(`The package lacks ${needed}.`);
  const strange = paths.filter((path) =>
    /^(src|test|data|coverage)\/|^dist\/.*\.(ts|tsx|map)$/.test(path),
  );
  if (strange.length > 0) throw new Error(`The package holds ${strange.join(", ")}.`);
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `${made.filename}: ${kB(made.size)}, unpacked ${kB(made.unpackedSize)}, ${paths.length} files`,
  );
  return join(folder, made.filename);
}

/** The folder of the program of this version: our own one, or one that npm brings into `home`. */
async function folderOfNode(
  version: string,
  home: string,
  install: (line: string) => Promise<unknown>,
): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return dirname(process.execPath);
  const tools = join(home, "node");
  mkdirSync(tools, { recursive: true });
  await install(`--prefix ${tools} node@${version}`);
  return join(tools, "node_modules/node/bin");
}

/** Installs the file below `home` for this version of Node, without its development tools. */
export async function installed(file: string, version: string, home: string): Promise<Place> {
  const prefix = join(home, "global");
  mkdirSync(home, { recursive: true });
  const npm = "npm install --no-audit --no-fund --loglevel=error";
  const needed = async (command: string, env: Record<string, string>) => {
    // A registry may be slow.
    const { code, output } = await runs(command, home, env, 10);
    if (code !== 0) throw new Error(`${command} → ${code}\n${output}`);
    return output.trim();
  };
  const inherited = process.env as Record<string, string>;
  const node = await folderOfNode(version, home, (line) => needed(`${npm} ${line}`, inherited));
  const env = {
    ...inherited,
    PATH: `${node}:/usr/bin:/bin`,
    CC: "/bin/false",
    CXX: "/bin/false",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
  };
  await needed(`${npm} --omit=dev --global --prefix ${prefix} ${file}`, env);
  const place = join(prefix, "lib/node_modules/monitord");
  mustBeLocked(place);
  return {
    version: await needed("node --version", env),
    home,
    package: place,
    env: { ...env, PATH: `${prefix}/bin:${env.PATH}` },
  };
}

/** Throws unless the libraries of an installed package are those of the lock file, each at its version. */
function mustBeLocked(place: string): void {
  const read = <T>(path: string) => JSON.parse(readFileSync(path, "utf8")) as T;
  const { packages } = read<{ packages: Record<string, { version: string }> }>(
    join(root, "package-lock.json"),
  );
  const there = globSync("node_modules/{**/node_modules/,}{*,@*/*}/package.json", { cwd: place });
  const strange = there.map(dirname).flatMap((path) => {
    const { version } = read<{ version: string }>(join(place, path, "package.json"));
    const wanted = packages[path]?.version;
    return version === wanted ? [] : [`${path} is ${version}, and ${wanted} in the lock file`];
  });
  if (there.length === 0 || strange.length > 0)
    throw new Error(`Not the ${there.length} libraries that were tested: ${strange.join(", ")}`);
}
