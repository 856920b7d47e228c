/**
 * The file with the keys of the secrets: a key per line in base64, the one that seals first. Readable for its
 * owner alone. Replaced as a whole, so that a power cut leaves the old keys or the new ones.
 */
import { hkdfSync } from "node:crypto";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keepOwner, putInPlace } from "../kit/on-disk.ts";
import { keyOf, SecretsRefused, type SecretsKey } from "../kit/secrets.ts";

const header =
  "# Keys of the secrets in the database of monitord, the present one first.\n" +
  "# A backup of the database is of no use without them: keep a copy elsewhere.\n";

/** Where the key of a database file is unless an option says otherwise. */
export const keyFileBeside = (database: string) => join(dirname(database), "secrets.key");

/** The keys of a file; null: none. Throws one sentence when it cannot be used. */
export function readKeys(path: string): SecretsKey[] | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new SecretsRefused(`The secrets key file ${path} cannot be read: ${message}.`);
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const keys = lines.map((line) => keyOf(Buffer.from(line.trim(), "base64")));
  if (keys.length === 0 || keys.some(({ bytes }) => bytes.length !== 32))
    throw new SecretsRefused(
      `The secrets key file ${path} is damaged: each line must be 32 bytes in base64. Put a copy of it back.`,
    );
  return keys;
}

/** Makes the file readable for its owner alone, as the database is, if this user may. */
export function keepPrivate(path: string): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch {
    // Another user's file, or one on a read-only disk: `monitord doctor` says that others can read it.
  }
}

/** A secret for another purpose, equal wherever the present key of the file is. The file must be there. */
export function secretFor(path: string, purpose: string): Uint8Array {
  const [present] = readKeys(path) ?? [];
  if (!present) throw new SecretsRefused(`No secrets key file ${path}.`);
  return new Uint8Array(hkdfSync("sha256", present.bytes, "", purpose, 32));
}

/** Writes the file, on disk when this returns. */
export function writeKeys(path: string, keys: readonly SecretsKey[]): void {
  const lines = keys.map(({ bytes }) => `${bytes.toString("base64")}\n`);
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, header + lines.join(""), { flag: "wx", mode: 0o600 });
    keepOwner(partial, path);
    putInPlace(partial, path);
  } catch (error) {
    throw new SecretsRefused(
      `The secrets key file ${path} cannot be written: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}
