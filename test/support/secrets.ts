/** The key of the secrets for tests in which several stores share a database: the same in every process. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeKeys } from "../../src/store/secrets/key-file.ts";
import { keyOf } from "../../src/store/kit/secrets.ts";

let file: string | undefined;

/** A file with that key. */
export function testKeyFile(): string {
  if (file === undefined) {
    file = join(mkdtempSync(join(tmpdir(), "monitord-key-")), "secrets.key");
    writeKeys(file, [keyOf(Buffer.alloc(32, 7))]);
  }
  return file;
}
