/** Mail servers as they are installed: mailpit, which judges mails, and Postfix. Loopback only. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { vi } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { freePort } from "./free-port.ts";

export const hasMailpit = spawnSync("mailpit", ["version", "--no-release-check"]).status === 0;
/** Its master runs as root alone. */
export const hasPostfix =
  process.getuid?.() === 0 && spawnSync("postconf", ["-d", "mail_version"]).status === 0;

/** A folder with a certificate that no client knows. */
function folderWithCertificate(parent: string = tmpdir()): {
  folder: string;
  key: string;
  cert: string;
} {
  const folder = mkdtempSync(join(parent, "mail-server-"));
  const made = makeCertificate("DNS:mail.example.org");
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  writeFileSync(key, made.key);
  writeFileSync(cert, made.cert);
  return { folder, key, cert };
}

/** Resolves when a server listens on each of these ports. */
async function listening(...ports: number[]): Promise<void> {
  for (const port of ports)
    await vi.waitFor(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1");
          socket.once("connect", () => resolve(void socket.destroy()));
          socket.once("error", reject);
        }),
      { timeout: 30_000 },
    );
}

export interface Mailpit {
  port: number;
  /** An answer of its API. */
  api<T>(path: string): Promise<T>;
  stop(): Promise<void>;
}

/** It takes no mail without STARTTLS. */
export async function startMailpit(): Promise<Mailpit> {
  const { folder, key, cert } = folderWithCertificate();
  const [port, web] = [await freePort(), await freePort()];
  const options = {
    smtp: `127.0.0.1:${port}`,
    listen: `127.0.0.1:${web}`,
    "smtp-tls-key": key,
    "smtp-tls-cert": cert,
    database: join(folder, "mails.db"),
  };
  const process = spawn(
    "mailpit",
    [
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      "--smtp-require-starttls",
      "--allow-internal-http-requests",
      "--disable-version-check",
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise((resolve) => process.once("exit", resolve));
  await listening(port, web);
  return {
    port,
    api: async (path) => (await fetch(`http://127.0.0.1:${web}/api/v1${path}`)).json() as never,
    async stop() {
      process.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

export interface Postfix {
  port: number;
  /** The mails in its mailbox, as they are stored. */
  mails(): string[];
  stop(): void;
}

/** It takes no mail without STARTTLS, and none from a client that does not say a full name. */
export async function startPostfix(): Promise<Postfix> {
  // Its daemons are another user, who cannot reach the temporary folder of a test.
  const { folder, key, cert } = folderWithCertificate("/var/tmp");
  const port = await freePort();
  const idOf = (flag: string) =>
    Number(execFileSync("id", [flag, "postfix"], { encoding: "utf8" }));
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  const at = (name: string) => join(folder, name);
  execFileSync("chmod", ["755", folder]);
  for (const name of ["conf", "spool", "data", "mail"]) mkdirSync(at(name));
  for (const name of ["data", "mail"]) chownSync(at(name), uid, gid);
  for (const name of ["postfix-files", "postfix-files.d", "dynamicmaps.cf", "dynamicmaps.cf.d"])
    cpSync(join("/etc/postfix", name), join(at("conf"), name), { recursive: true });
  const main: Record<string, string | number> = {
    compatibility_level: "3.6",
    queue_directory: at("spool"),
    data_directory: at("data"),
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    myhostname: "mail.example.org",
    mydestination: "",
    alias_maps: "",
    local_recipient_maps: "",
    virtual_mailbox_domains: "example.org, xn--exmple-cua.com",
    virtual_mailbox_base: at("mail"),
    virtual_mailbox_maps: "static:inbox/",
    virtual_minimum_uid: 1,
    virtual_uid_maps: `static:${uid}`,
    virtual_gid_maps: `static:${gid}`,
    smtpd_tls_cert_file: cert,
    smtpd_tls_key_file: key,
    smtpd_tls_security_level: "encrypt",
    smtpd_helo_required: "yes",
    smtpd_helo_restrictions: "reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname",
    smtpd_relay_restrictions: "reject_unauth_destination",
    maillog_file: at("log"),
    maillog_file_prefixes: folder,
  };
  writeFileSync(
    join(at("conf"), "main.cf"),
    Object.entries(main)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(""),
  );
  writeFileSync(
    join(at("conf"), "master.cf"),
    `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
anvil unix - - n - 1 anvil
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
postlog unix-dgram n - n - 1 postlogd
`,
  );
  // Its daemons keep the output of the command open.
  const command = (name: string) =>
    spawnSync("postfix", ["-c", at("conf"), name], { stdio: "ignore" });
  command("start");
  await listening(port);
  const inbox = join(at("mail"), "inbox", "new");
  return {
    port,
    mails() {
      try {
        return readdirSync(inbox).map((name) => readFileSync(join(inbox, name), "utf8"));
      } catch {
        return [];
      }
    },
    stop() {
      command("stop");
      rmSync(folder, { recursive: true });
    },
  };
}
