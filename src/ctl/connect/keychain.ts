/**
 * Accesses the system's keychain through its program: `secret-tool` (libsecret) on Linux, `security` on
 * macOS. It is used only to store a key. A keychain that does not answer in time, or does
 * not return the stored value, counts as none. Keys never stand in arguments, which every user of the
 * machine can see.
 */
import type { Io } from "../io.ts";

export type KeychainName = "secret-tool" | "security";

export interface Keychain {
  name: KeychainName;
  /** True once it has been kept, and read back. */
  set(account: string, key: string): Promise<boolean>;
  /** null: it is not there, or not to be had. */
  get(account: string): Promise<string | null>;
  remove(account: string): Promise<void>;
}

const service = "monitorctl";
/** The keychain can ask its owner for a password; the longest wait for that, ms. */
const timeoutMs = 20_000;

/** The keychain that keeps a context; without a name, the one that may keep new ones, or null. */
export function keychainOf(io: Io, name: KeychainName): Keychain;
export function keychainOf(io: Io): Keychain | null;
export function keychainOf(io: Io, name?: KeychainName): Keychain | null {
  const chosen = name ?? usable(io);
  return chosen && made(io, chosen);
}

function usable({ env }: Io): KeychainName | null {
  const wish = env["MONITORCTL_KEYCHAIN"];
  if (wish === "off") return null;
  if (wish === "secret-tool" || wish === "security") return wish;
  if (process.platform === "darwin") return "security";
  // Without a session no user can unlock it: servers, containers, CI.
  return process.platform === "linux" && env["DBUS_SESSION_BUS_ADDRESS"] ? "secret-tool" : null;
}

function made({ env }: Io, name: KeychainName): Keychain {
  const run = (args: string[], input = "") => ran(name, args, input, env);
  const tool =
    name === "secret-tool"
      ? {
          store: (account: string, key: string) =>
            run(
              ["store", `--label=monitorctl ${account}`, "service", service, "account", account],
              key,
            ),
          get: (account: string) => run(["lookup", "service", service, "account", account]),
          remove: (account: string) => run(["clear", "service", service, "account", account]),
        }
      : {
          // Interactive mode takes its commands from the input.
          store: (account: string, key: string) =>
            run(
              ["-i"],
              `add-generic-password -U -s ${service} -a ${quoted(account)} -w ${quoted(key)}\n`,
            ),
          get: (account: string) =>
            run(["find-generic-password", "-s", service, "-a", account, "-w"]),
          remove: (account: string) =>
            run(["delete-generic-password", "-s", service, "-a", account]),
        };
  const get = async (account: string) => (await tool.get(account))?.trim() || null;
  return {
    name,
    get,
    set: async (account, key) =>
      (await tool.store(account, key)) !== null && (await get(account)) === key,
    remove: async (account) => void (await tool.remove(account)),
  };
}

/** Its output; null: not installed, failed, or took too long. */
async function ran(
  program: string,
  args: string[],
  input: string,
  env: Io["env"],
): Promise<string | null> {
  // Most commands have their key without it.
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { env: { ...env }, timeout: timeoutMs },
      (error, stdout) => resolve(error ? null : stdout),
    );
    // One that is not installed has no input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
