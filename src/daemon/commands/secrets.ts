/** `monitord secrets`: the key that seals the secrets in the database. */
import { statSync } from "node:fs";
import { readKeys, writeKeys } from "../../store/secrets/key-file.ts";
import { makeKey, type SecretsKey } from "../../store/kit/secrets.ts";
import type { Store } from "../../app/store.ts";
import type { Config } from "../config/config.ts";
import { makeDataDir } from "../data-dir.ts";
import { acquireLock } from "../lock.ts";
import {
  failed,
  configured,
  err,
  onSameData,
  out,
  withStore,
  type Invocation,
} from "./invocation.ts";

/** Prints the key file and its keys. A key that does not fit the database is refused when it is opened. */
export function status(invocation: Invocation): Promise<number> {
  return withStore(invocation, ({ config: { secretsKeyFile: file } }) => {
    const keys = readKeys(file) ?? [];
    out(`Key file: ${file}, mode ${modeOf(file)}`);
    out(
      `Key: ${namesOf(keys.slice(0, 1))}. It fits the database, and everything is sealed with it.`,
    );
    if (keys.length > 1)
      out(
        `Old keys: ${namesOf(keys.slice(1))}. To remove them: ${onSameData("secrets rotate", invocation)}`,
      );
    return Promise.resolve(0);
  });
}

/**
 * Makes a new key, seals everything with it, and then removes the old key from the file. No other process may use
 * the database. After a crash, running it again completes the rotation.
 */
export async function rotate(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  makeDataDir(config.dataDir);
  const lock = acquireLock(config.dataDir);
  try {
    const old = readKeys(config.secretsKeyFile);
    if (!old) return failed(`no key in ${config.secretsKeyFile}. Start monitord once.`);
    // Before anything is changed: the file must fit the database, and no node may be running on it.
    const code = await withStore(invocation, ({ store, now }) => mayRotate(store, config, now));
    if (code !== 0) return code;
    const fresh = makeKey();
    writeKeys(config.secretsKeyFile, [fresh, ...old]);
    // Opening the database seals its values with the first key.
    const sealed = await withStore(invocation, () => Promise.resolve(0));
    if (sealed !== 0) return sealed;
    writeKeys(config.secretsKeyFile, [fresh]);
    err(
      `Everything is sealed with the key ${fresh.id} in ${config.secretsKeyFile}. Backups from before need the old key (${namesOf(old)}), which is no longer in the file.`,
    );
    return 0;
  } finally {
    lock.release();
  }
}

async function mayRotate(store: Store, { databaseUrl }: Config, now: number): Promise<number> {
  if (databaseUrl === null) return 0;
  const { nodes } = await store.read.vitals(now);
  if (nodes.length === 0) return 0;
  return failed(
    `${nodes.map(({ name }) => name).join(", ")} runs on this database. Stop every daemon first; copy the new key file to each before it starts again.`,
  );
}

const namesOf = (keys: readonly SecretsKey[]) => keys.map(({ id }) => id).join(", ");

/** `600`: for its owner alone. */
export const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
