/**
 * `npm run test:package -- [22 24 26]`: packs the package, installs the file as its users do, without the tools to
 * compile anything, and runs both programs on each of these versions of Node. Exit 1 when one of them does not work.
 *
 * The versions come from npm, as packages that hold their program.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const versions = process.argv.length > 2 ? process.argv.slice(2) : ["22", "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "monitord-package-"));

try {
  const file = packed();
  for (const version of versions) await works(file, version);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs a program to its end; its output. Throws when it fails. */
function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: "utf8",
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} → ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Packs what was built; the file. */
function packed(): string {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [made] = JSON.parse(run("npm", args, root)) as [
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

/** Installs the file for this version of Node, starts the service, and asks it by the client. */
async function works(file: string, version: string): Promise<void> {
  const home = join(folder, version);
  const tools = join(home, "node");
  mkdirSync(tools, { recursive: true });
  const install = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", [...install, "--prefix", tools, `node@${version}`], tools);
  const node = join(tools, "node_modules/node/bin/node");
  // No compiler, and no other Node on the path. The registry is what the environment says.
  const env = {
    ...process.env,
    PATH: `${dirname(node)}:/usr/bin:/bin`,
    CC: "/bin/false",
    CXX: "/bin/false",
    XDG_CONFIG_HOME: join(home, "config"),
  };
  const prefix = join(home, "global");
  run("npm", [...install, "--omit=dev", "--global", "--prefix", prefix, file], home, env);
  const bin = (name: string, args: string[]) =>
    run(node, [join(prefix, "bin", name), ...args], home, env);
  const said = bin("monitorctl", ["--version"]).trim();
  const daemon = spawn(
    node,
    [join(prefix, "bin/monitord"), "--port", "0", "--data-dir", join(home, "data")],
    { env, stdio: ["ignore", "pipe", "pipe"] },
  );
  try {
    let output = "";
    const { url, code } = await new Promise<{ url: string; code: string }>((resolve, reject) => {
      const hear = (text: unknown) => {
        output += String(text);
        const url = /listens on (http:\S+)/.exec(output)?.[1];
        const code = /--code (\S+)/.exec(output)?.[1];
        if (url !== undefined && code !== undefined) resolve({ url, code });
      };
      for (const stream of [daemon.stdout, daemon.stderr]) stream.on("data", hear);
      daemon.once("exit", (status) =>
        reject(new Error(`monitord ended with ${status}: ${output}`)),
      );
    });
    bin("monitorctl", ["login", url, "--code", code]);
    const example = join(prefix, "lib/node_modules/monitord/examples/minimal/monitors.yaml");
    bin("monitorctl", ["apply", "-f", example, "--yes"]);
    bin("monitorctl", ["guide", "concepts"]);
    console.log(`Node ${run(node, ["--version"], home).trim()}: ${said}, started and applied`);
  } finally {
    daemon.kill();
  }
}
