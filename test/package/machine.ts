/**
 * A machine for the commands of the guides: everything of this one, copied when it is written to, in a network of its
 * own that has only `lo`. So each command runs as it is printed, with its paths, its port and its names.
 *
 * A program, started by `guides.ts` in namespaces of its own. It reads a `Job` from its first argument, and prints what
 * the blocks ended with as JSON.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf, type Block } from "../support/blocks.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { startServer, withClient, type Server } from "../support/postgres-server.ts";
import { names, startInternet } from "./names.ts";
import { writeKuma } from "../support/uptime-kuma.ts";
import { head, placeholders, seed, seedFiles } from "./seed.ts";
import { standIns } from "./stand-ins.ts";

/** What a machine is for. */
export interface Job {
  /** An empty folder for it. */
  base: string;
  /** What is installed: stays as it is. */
  installed: string;
  /** Of the installed programs. */
  path: string;
  /** A copy of what another machine wrote before; null: this one prepares it. */
  from: string | null;
  /** Text whose blocks are run; empty: the machine is prepared. */
  markdown: string;
}

/** How one block ended. */
export interface BlockEnded {
  line: number;
  /** What its fence says of why it is not run; null: it was. */
  norun: string | null;
  /** What differs from the promise, with the output; null: nothing does. */
  fault: string | null;
}

const job = JSON.parse(process.argv[2]!) as Job;
const root = join(job.base, "root");
const inside = (path: string) => join(root, path);
const home = "/home/ada";
const work = `${home}/work`;
const tools = "/usr/local/lib/stand-ins";
const env = {
  HOME: home,
  PATH: `${tools}:${job.path}:/usr/sbin:/sbin`,
  INSTALLED: job.path.split(":")[0]!,
  LANG: "C.UTF-8",
  EDITOR: "true",
  MONITORD_DATA_DIR: "/var/lib/monitord",
  // Certificates of the names are those of an authority of this machine.
  NODE_EXTRA_CA_CERTS: "/etc/machine/ca.pem",
  CURL_CA_BUNDLE: "/etc/machine/ca.pem",
  SSL_CERT_FILE: "/etc/machine/ca.pem",
};

makeMachine();
if (job.from === null) makeCertificates();
const pem = (name: string) => readFileSync(inside(`/etc/machine/${name}.pem`), "utf8");
await startInternet({ key: pem("key"), cert: pem("cert") });
const terminals: { child: ReturnType<typeof start>; block: Block }[] = [];
/** How many texts a shell was started with. */
let started = 0;
let database = null as Server | null;
try {
  if (job.from === null) await prepare();
  else process.stdout.write(JSON.stringify(await all()));
} finally {
  for (const { child } of terminals) child.interrupt();
  run("systemctl", "stop");
  await database?.stop();
}
process.exit();

/** The root of the machine: what it writes lies in memory. */
function makeMachine(): void {
  const must = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  };
  must("mount", "-t", "tmpfs", "tmpfs", job.base);
  for (const part of ["root", "written", "beside"]) mkdirSync(join(job.base, part));
  if (job.from !== null) must("cp", "-a", `${job.from}/.`, join(job.base, "written"));
  const layers = `lowerdir=/,upperdir=${job.base}/written,workdir=${job.base}/beside`;
  must("mount", "-t", "overlay", "overlay", "-o", layers, root);
  for (const path of ["/dev", "/proc", job.installed]) {
    mkdirSync(inside(path), { recursive: true });
    must("mount", "--rbind", path, inside(path));
  }
  if (job.from === null) {
    rmSync(inside("/run"), { recursive: true, force: true });
    mkdirSync(inside("/run"));
  }
  must("ip", "link", "set", "lo", "up");
  must("ip", "address", "add", "192.168.1.10/32", "dev", "lo");
}

function makeCertificates(): void {
  mkdirSync(inside("/etc/machine"));
  const authority = makeAuthority("guides");
  const own = issueCertificate(authority, names.map((name) => `DNS:${name}`).join(","));
  const files = { ca: authority.cert, cert: own.cert, key: own.key };
  for (const [name, text] of Object.entries(files))
    writeFileSync(inside(`/etc/machine/${name}.pem`), text);
}

/** A service with what the guides speak of, and a user who is signed in to it. */
async function prepare(): Promise<void> {
  writeFileSync(inside("/etc/hosts"), `127.0.0.1 localhost ${names.join(" ")}\n`);
  for (const [name, text] of Object.entries(standIns)) write(`${tools}/${name}`, text, 0o755);
  for (const [name, text] of Object.entries(seedFiles))
    write(name.startsWith("/") ? name : `${work}/${name}`, text, 0o700);
  const examples = join(dirname(env.INSTALLED), "lib/node_modules/monitord/examples");
  cpSync(examples, inside(`${work}/examples`), { recursive: true });
  const fullchain = { fullchain: "cert", privkey: "key" };
  for (const [name, of] of Object.entries(fullchain)) write(`/etc/monitord/${name}.pem`, pem(of));
  const kuma = "/var/lib/uptime-kuma/kuma.db";
  mkdirSync(dirname(inside(kuma)), { recursive: true });
  writeKuma(inside(kuma), {
    monitor: [{ name: "Shop", type: "http", url: "https://shop.example.com/" }],
  });
  const { fault } = await ended({ language: "sh", attributes: {}, text: seed, line: 0 });
  if (fault !== null) throw new Error(fault);
  run("systemctl", "stop");
  for (const path of ["/proc", "/dev", job.installed]) spawnSync("umount", ["-l", inside(path)]);
  const copied = spawnSync("cp", ["-a", join(job.base, "written"), `${job.base}.written`]);
  if (copied.status !== 0) throw new Error(String(copied.stderr));
}

function write(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(inside(path)), { recursive: true });
  writeFileSync(inside(path), text, { mode });
}

/** Runs the blocks of the text, one after the other, as a reader would. */
async function all(): Promise<BlockEnded[]> {
  if (job.markdown.includes("DATABASE_URL")) database = await startDatabase();
  const results: BlockEnded[] = [];
  for (const block of blocksOf(job.markdown)) {
    if (block.language === "yaml") write(`${work}/monitors.yaml`, head(block.text) + block.text);
    if (block.language !== "sh") continue;
    const norun = block.attributes["norun"] ?? null;
    results.push(norun === null ? await ended(block) : { line: block.line, norun, fault: null });
  }
  return results;
}

/** The one that is reached as db.example.com. */
async function startDatabase(): Promise<Server> {
  const server = await startServer({ port: 5432 });
  await withClient("postgres://postgres@127.0.0.1:5432/postgres", async (client) => {
    await client.query("create role monitord login");
    await client.query("create database monitord owner monitord");
  });
  return server;
}

function run(program: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync("chroot", [root, program, ...args], {
    env,
    encoding: "utf8",
  });
  return stdout + stderr;
}

/** Runs one block to its end, or, with `until`, to what its fence promises: it goes on in another terminal then. */
async function ended(block: Block): Promise<BlockEnded> {
  const { first = "", exit = "", until, types, ...values } = block.attributes;
  const service = run("sh", "-c", "systemctl is-active || systemctl start");
  if (first !== "") await finished(start(first, null));
  let text = block.text;
  for (const [name, command] of Object.entries({ ...placeholders, ...values }))
    if (text.includes(name))
      text = text.replaceAll(
        new RegExp(`\\b${name}\\b`, "g"),
        (await finished(start(command, null))).output.trim(),
      );
  const child = start(text, types ?? null);
  const { line } = block;
  const failed = (why: string) => ({
    line,
    norun: null,
    fault: `${text.trimEnd()}\n  → ${why}:\n${child.output()}\n${service}${logOf()}`,
  });
  if (until !== undefined) {
    terminals.push({ child, block });
    const shown = await child.shows(new RegExp(until));
    return shown ? { line, norun: null, fault: null } : failed(`never showed ${until}`);
  }
  const { codes } = await finished(child);
  const is = codes.join(" ");
  return is === exit
    ? { line, norun: null, fault: null }
    : failed(`exit ${is || 0}, expected ${exit || 0}`);
}

/** The end of what the service logged. */
function logOf(): string {
  const log = inside("/run/monitord.log");
  if (!existsSync(log)) return "";
  return readFileSync(log, "utf8").split("\n").slice(-15).join("\n");
}

/** Starts a text in a shell that knows what those before it exported, and answers the codes of what failed in it. */
function start(text: string, typed: string | null) {
  const name = `/run/block-${++started}`;
  const codes = `${name}.codes`;
  const script = `set -a -o pipefail
cd ${work}
[ -e /run/exported ] && . /run/exported
trap 'echo $? >> ${codes}' ERR
trap 'export -p > /run/exported' EXIT
${text}`;
  write(name, script);
  const shell = ["bash", name];
  const command = typed === null ? shell : ["script", "-qec", shell.join(" "), "/dev/null"];
  const child = spawn("chroot", [root, ...command], { env, detached: true });
  // All of it: what it started keeps its output open.
  const interrupt = () => {
    try {
      process.kill(-child.pid!, "SIGTERM");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(interrupt, 180_000);
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      for (const listener of listeners) listener();
    });
  child.stdin.on("error", () => {});
  child.stdin.end(typed?.replaceAll("\\n", "\n"));
  const closed = once(child, "close").then(() => {
    clearTimeout(timer);
    for (const listener of listeners) listener();
  });
  return {
    child,
    closed,
    codes: inside(codes),
    output: () => output,
    interrupt,
    /** False when it ended before. */
    shows: async (what: RegExp) => {
      while (!what.test(output) && child.exitCode === null && child.signalCode === null)
        await new Promise<void>((resolve) => listeners.add(resolve));
      return what.test(output);
    },
  };
}

async function finished({ child, closed, codes: file, output }: ReturnType<typeof start>) {
  await closed;
  const { exitCode, signalCode } = child;
  const codes = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  if (codes.length === 0 && exitCode !== 0) codes.push(String(exitCode ?? signalCode));
  return { codes, output: output() };
}
