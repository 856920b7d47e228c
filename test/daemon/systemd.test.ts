/** monitord under systemd: its unit, and what it tells systemd. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PathUse } from "../../src/core/model/option.ts";
import { allOptions } from "../../src/daemon/config/options.ts";
import { openings } from "../../src/daemon/systemd/openings.ts";
import { unitText } from "../../src/daemon/systemd/unit.ts";
import { runMonitord, startMonitord } from "../support/process.ts";

const installed = (program: string) => spawnSync(program, ["--version"]).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-systemd-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the unit", () => {
  const settings = {
    command: ["/usr/bin/node", "--", "/usr/local/bin/monitord"],
    user: "monitord",
    credentials: [],
    opened: [],
    stateDirectory: true,
  };

  test("carries the flags, and gives secrets as credentials", async () => {
    const token = join(folder, "token");
    writeFileSync(token, "tk_canary\n");
    const { code, stdout } = await runMonitord(
      `systemd --user monitor --site-url https://monitor.example.com --trusted-proxies 10.0.0.1 10.0.0.2 --ntfy-token-file ${token}`.split(
        " ",
      ),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ExecStart=\S+node -- \S+monitord\.js --site-url https:\/\/monitor\.example\.com --trusted-proxies 10\.0\.0\.1 10\.0\.0\.2$/m,
    );
    expect(stdout).toContain(`\nLoadCredential=ntfy-token:${token}\n`);
    expect(stdout).toContain("\nUser=monitor\n");
    expect(stdout).toContain("\nStateDirectory=monitord\n");
    expect(stdout).not.toContain("canary");
  });

  test("lets the service write to another data directory", async () => {
    const { stdout } = await runMonitord(["systemd", "--data-dir", folder]);
    expect(stdout).toContain(`\nReadWritePaths=${folder}\n`);
    expect(stdout).not.toContain("StateDirectory=");
  });

  test("opens the folders that a file names, as flags do", async () => {
    const file = join(folder, "monitord.yaml");
    writeFileSync(file, "data-dir: /srv/monitord\nbackup-dir: /backup\n");
    const { code, stdout } = await runMonitord(["systemd", "--config", file]);
    expect(code).toBe(0);
    expect(stdout).toContain("\nReadWritePaths=/srv/monitord\nReadWritePaths=/backup\n");
    expect(stdout).not.toContain("StateDirectory=");
    const words = ["systemd", "--data-dir", "/srv/monitord", "--backup-dir", "/backup"];
    const paths = (text: string) => text.match(/^ReadWritePaths=.*$/gm);
    expect(paths((await runMonitord(words)).stdout)).toEqual(paths(stdout));
  });

  /** The options that name files and folders. */
  const naming = allOptions.flatMap(({ name, type }) =>
    "use" in type ? [{ name, use: type.use }] : [],
  );

  test.each([
    "/srv/monitord",
    "/opt/it's 5% of: $5",
    "/home/ada",
    "/root",
    "/run/user/7",
    "/tmp",
    "/var/tmp/x",
  ])(
    "lets the service use each path that an option names in %s, whether a flag or a file names it",
    async (place) => {
      const file = join(folder, "monitord.yaml");
      const providers = join(folder, "providers.yaml");
      writeFileSync(
        providers,
        "issuers: [{ name: X, issuer: 'https://id.example.com', client_id: m, client_secret_file: providers.yaml }]\n",
      );
      // Those that the command reads are where a test can write.
      const there: Record<string, string> = { config: file, "oidc-config": providers };
      const named = naming.map((one) => ({
        ...one,
        path: there[one.name] ?? `${place}/${one.name}/x.yaml`,
      }));
      const inFile = named.filter(({ name }) => name !== "config");
      const words = inFile.flatMap(({ name, path }) => [`--${name}`, path]);
      const ofFlags = await runMonitord(["systemd", ...words]);
      writeFileSync(
        file,
        inFile.map(({ name, path }) => `${name}: ${JSON.stringify(path)}\n`).join(""),
      );
      const ofFile = await runMonitord(["systemd", "--config", file]);
      for (const { code, stdout } of [ofFlags, ofFile]) {
        expect(code).toBe(0);
        for (const { name, use, path } of named) {
          const access = accessIn(stdout, use === "makes file" ? dirname(path) : path);
          expect([name, access]).toEqual([name, expect.stringMatching(rightOf[use])]);
        }
      }
      const opened = (text: string) => text.match(/^(ReadWritePaths|Bind\w+|ProtectHome)=.*$/gm);
      expect(opened(ofFile.stdout)).toEqual(opened(ofFlags.stdout));
    },
  );

  test("lets the service read each file that the value of an option names", async () => {
    // Hidden by PrivateTmp=, wherever the tests keep their files.
    const hidden = mkdtempSync("/tmp/monitord-systemd-");
    try {
      const place = (name: string) => join(hidden, name, "file");
      for (const name of ["providers", "secret", "ca"]) mkdirSync(join(hidden, name));
      writeFileSync(place("secret"), "s\n");
      writeFileSync(place("ca"), "-----BEGIN CERTIFICATE-----\n");
      writeFileSync(
        place("providers"),
        `issuers: [{ name: X, issuer: 'https://id.example.com', client_id: m, client_secret_file: ${place("secret")}, ca_file: ../ca/file }]\n`,
      );
      const certificates = ["sslrootcert", "sslcert", "sslkey"];
      const url = `postgres://db.example.com/m?${certificates.map((name) => `${name}=${place(name)}`).join("&")}`;
      const named = ["providers", "secret", "ca", ...certificates].map(place);
      const file = join(folder, "monitord.yaml");
      writeFileSync(file, `oidc-config: ${place("providers")}\ndatabase-url: ${url}\n`);
      for (const words of [
        ["--config", file],
        ["--oidc-config", place("providers"), "--database-url", url],
      ]) {
        const { code, stdout } = await runMonitord(["systemd", ...words]);
        expect(code).toBe(0);
        expect(named.map((path) => [path, accessIn(stdout, path)])).toEqual(
          named.map((path) => [path, "read"]),
        );
      }
    } finally {
      rmSync(hidden, { recursive: true });
    }
  });

  test("opens no folder of its own for a file that it only reads, nor one for what lies in an open folder", () => {
    const opened = openings(
      [
        { path: "/etc/monitord/cert.pem", use: "reads file" },
        { path: "/srv/monitord", use: "writes folder" },
        { path: "/srv/monitord/keys/secrets.key", use: "makes file" },
        { path: "/home/ada/a/*.yaml", use: "reads matches" },
        { path: "/home/ada/a/b", use: "reads matches" },
        { path: "/home/ada/a/c.yaml", use: "reads matches" },
        { path: "/root/cert.pem", use: "reads file" },
        { path: "/var/lib/monitord/secrets.key", use: "makes file" },
      ],
      "/var/lib/monitord",
    );
    expect(opened).toEqual([
      { folder: "/srv/monitord", writes: true, hidden: false },
      { folder: "/home/ada/a", writes: false, hidden: true },
      { folder: "/root/cert.pem", writes: false, hidden: true },
    ]);
  });

  test("opens a relative folder of a file where the service will look for it, and says so", async () => {
    const file = join(folder, "monitord.yaml");
    writeFileSync(file, "backup-dir: backup\n");
    const { stdout, stderr } = await runMonitord(["systemd", "--config", file]);
    expect(stdout).toContain("\nReadWritePaths=/backup\n");
    expect(stderr).toContain(`${file}: backup-dir: the service runs in /`);
  });

  test("of a file that cannot be read here is not made, and says what to do", async () => {
    const file = join(folder, "gone.yaml");
    const { code, stdout, stderr } = await runMonitord(["systemd", "--config", file]);
    expect([code, stdout]).toEqual([78, ""]);
    expect(stderr).toContain(`sudo monitord systemd --config ${file}`);
  });

  test("quotes what systemd would read otherwise", () => {
    const unit = unitText({ ...settings, command: ["/opt/a b/node", "100%", "$x", 'say "hi"'] });
    expect(unit).toContain('ExecStart="/opt/a b/node" 100%% $$x "say \\"hi\\""\n');
  });

  test("is the example, but for the user's paths", () => {
    const example = fileURLToPath(
      new URL("../../examples/systemd/monitord.service", import.meta.url),
    );
    const flags = ["--site-url", "https://monitor.example.com", "--trusted-proxies", "127.0.0.1"];
    const unit = unitText({ ...settings, command: [...settings.command, ...flags] });
    expect(unit).toBe(readFileSync(example, "utf8"));
  });

  test("is not made of a wrong configuration", async () => {
    expect(await runMonitord(["systemd", "--port", "x"])).toMatchObject({ code: 78, stdout: "" });
  });

  test.runIf(installed("systemd-analyze"))("is valid and safe in the eyes of systemd", async () => {
    const folders = ["--data-dir", "/home/a b: 5%/data", "--backup-dir", "/srv/$5 [a]"];
    const words = ["--ntfy-url", "https://ntfy.example.com", "--tls-cert-file", "/root/x.pem"];
    const { stdout } = await runMonitord([
      "systemd",
      ...folders,
      ...words,
      "--tls-key-file",
      "/root/y.pem",
    ]);
    const file = join(folder, "monitord.service");
    writeFileSync(file, stdout);
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
    const judged = spawnSync("systemd-analyze", ["security", "--offline=true", file], {
      encoding: "utf8",
    });
    const exposure = /exposure level for \S+: ([\d.]+)/.exec(judged.stdout)?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(2.5);
  });
});

const rightOf: Record<PathUse, RegExp> = {
  "reads file": /read|write/,
  "reads matches": /read|write/,
  "makes file": /write/,
  "writes folder": /write/,
};

/** The access to a path that a unit leaves, by systemd.exec(5): the innermost of the folders that its settings name decides. */
function accessIn(unit: string, path: string): string {
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) =>
      value
        .replace(/^"(.*)"$/, "$1")
        .replaceAll(/\\(.)/g, "$1")
        .replaceAll("%%", "%"),
    );
  const [home] = values("ProtectHome");
  const homes = ["/home", "/root", "/run/user"];
  const folders = [
    { folder: "", access: "read" },
    ...(home === "no" ? [] : homes.map((folder) => ({ folder, access: "none" }))),
    ...["/tmp", "/var/tmp"].map((folder) => ({ folder, access: "private" })),
    ...values("StateDirectory").map((name) => ({ folder: `/var/lib/${name}`, access: "write" })),
    ...values("ReadWritePaths").map((folder) => ({ folder, access: "write" })),
    ...values("BindPaths").map((folder) => ({ folder, access: "write" })),
    ...values("BindReadOnlyPaths").map((folder) => ({ folder, access: "read" })),
  ].filter(({ folder }) => path === folder || path.startsWith(`${folder}/`));
  // With `yes` nothing below can be shown.
  if (home === "yes" && folders.some(({ access }) => access === "none")) return "none";
  return folders.reduce((inner, one) => (one.folder.length >= inner.folder.length ? one : inner))
    .access;
}

/** Prints each datagram of a socket on a line. Node has no such sockets. */
const listener = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print("bound", flush=True)
while True: print(s.recvmsg(4096)[0].decode().replace("\\n", " "), flush=True)
`;

describe.runIf(installed("systemd-notify") && installed("python3"))("systemd hears", () => {
  async function listen(): Promise<{
    socket: string;
    hears: (what: string) => Promise<void>;
    end: () => void;
  }> {
    const socket = join(folder, "notify");
    const child = spawn("python3", ["-c", listener, socket], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let heard = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (heard += text));
    const hears = async (what: string) => {
      while (!heard.includes(what)) await once(child.stdout, "data");
      heard = heard.slice(heard.indexOf(what) + what.length);
    };
    await hears("bound\n");
    return { socket, hears, end: () => child.kill("SIGKILL") };
  }

  test("when the service is ready, that it lives, and when it stops", async () => {
    const { socket, hears, end } = await listen();
    const daemon = await startMonitord(["--data-dir", join(folder, "data")], {
      NOTIFY_SOCKET: socket,
      WATCHDOG_USEC: "100000",
    });
    await hears(`READY=1 STATUS=Listens on ${daemon.url}`);
    await hears("WATCHDOG=1");
    await hears("WATCHDOG=1");
    const stopped = daemon.stop();
    await hears("STOPPING=1");
    expect(await stopped).toBe(0);
    end();
  });

  test("no sign of life that is meant for another process", async () => {
    const { socket, hears, end } = await listen();
    const daemon = await startMonitord(["--data-dir", join(folder, "data")], {
      NOTIFY_SOCKET: socket,
      WATCHDOG_USEC: "100000",
      WATCHDOG_PID: "1",
    });
    await hears("READY=1");
    const stopped = daemon.stop();
    await hears("STOPPING=1");
    expect(await stopped).toBe(0);
    expect(daemon.output()).not.toContain("systemd was not notified");
    end();
  });
});
