/**
 * Seals secrets before they are stored and opens them when they are read: AES-256-GCM, with a key that is kept
 * outside the database.
 *
 * A sealed value is `v1:KEYID:` and, in base64url, nonce (12 bytes), tag (16 bytes) and ciphertext. It is bound
 * to its table and column, so that it cannot be moved to a column that is shown. It is not bound to its row:
 * an attacker with write access to the database can do more than swap rows. The id of the key allows rotation: new values
 * are sealed with the first key, and each key opens its own.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { EnvironmentError } from "./unavailable.ts";

/** 32 random bytes, and their id: the first 8 hexadecimal digits of their SHA-256. */
export interface SecretsKey {
  id: string;
  /** How values begin that are sealed with it. */
  prefix: string;
  bytes: Buffer;
  /** The same, made once: Node takes four times as long to seal and to open with plain bytes. */
  prepared: KeyObject;
}

export const makeKey = (): SecretsKey => keyOf(randomBytes(32));

export function keyOf(bytes: Buffer): SecretsKey {
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  return { id, prefix: `v1:${id}:`, bytes, prepared: createSecretKey(bytes) };
}

const algorithm = "aes-256-gcm";
const lengths = { nonce: 12, tag: 16 };
const form = /^v1:([0-9a-f]{8}):[A-Za-z0-9_-]{38,}$/;

/** Opened values that are remembered: a report must not pay for opening its monitor each time. */
const usuallyRemembered = 10_000;

/** No key opens a value, or the value was changed; the message has no part of it. */
export class SecretsRefused extends EnvironmentError {
  override readonly name = "SecretsRefused";
}

/** How a column stores its values; `null` stays null. */
export interface Codec<T> {
  toDriver: (value: T) => string;
  fromDriver: (stored: string) => T;
}

export class Secrets {
  /** The `table.column` of each sealed column. */
  readonly columns = new Set<string>();
  #keys: readonly SecretsKey[] = [];
  /** By the stored text. */
  readonly #opened = new Map<string, { column: string; value: string }>();
  readonly #remembered: number;
  /** The data that binds a value to its column, by the column's name. */
  readonly #bound = new Map<string, Buffer>();

  /** `remembered`: opened values that are kept; 0: none. */
  constructor(remembered: number = usuallyRemembered) {
    this.#remembered = remembered;
  }

  /** Sets the keys. The first one seals; the list is never empty. */
  use(keys: readonly SecretsKey[]): void {
    this.#keys = keys;
    this.#opened.clear();
  }

  /** How values begin that are sealed with the key of today. */
  get prefix(): string {
    return this.#current.prefix;
  }

  /** A text column that is sealed. */
  text(column: string): Codec<string> {
    this.columns.add(column);
    return {
      toDriver: (value) => this.seal(column, value),
      fromDriver: (stored) => this.open(column, stored),
    };
  }

  /** A column of JSON that is sealed. */
  json<T>(column: string): Codec<T> {
    const { toDriver, fromDriver } = this.text(column);
    return {
      toDriver: (value) => toDriver(JSON.stringify(value)),
      fromDriver: (stored) => JSON.parse(fromDriver(stored)) as T,
    };
  }

  seal(column: string, value: string): string {
    const nonce = randomBytes(lengths.nonce);
    const cipher = createCipheriv(algorithm, this.#current.prepared, nonce);
    cipher.setAAD(this.#boundTo(column));
    const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
    return this.prefix + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
  }

  /** Opens a stored value. One that is not sealed is returned as it is. */
  open(column: string, stored: string): string {
    if (this.#remembered === 0) return this.#decipher(column, stored);
    const known = this.#opened.get(stored);
    if (known?.column === column) return known.value;
    const value = this.#decipher(column, stored);
    if (value === stored) return value;
    if (this.#opened.size >= this.#remembered) this.#opened.clear();
    this.#opened.set(stored, { column, value });
    return value;
  }

  #decipher(column: string, stored: string): string {
    const key = this.#keys.find(({ prefix }) => stored.startsWith(prefix));
    if (!key) {
      const id = form.exec(stored)?.[1];
      if (id === undefined) return stored;
      throw new SecretsRefused(`No key opens a value of ${column}: it needs key ${id}.`);
    }
    const bytes = Buffer.from(stored.slice(key.prefix.length), "base64url");
    const end = lengths.nonce + lengths.tag;
    try {
      const decipher = createDecipheriv(algorithm, key.prepared, bytes.subarray(0, lengths.nonce));
      decipher.setAAD(this.#boundTo(column));
      decipher.setAuthTag(bytes.subarray(lengths.nonce, end));
      const text = decipher.update(bytes.subarray(end));
      decipher.final();
      return text.toString();
    } catch {
      throw new SecretsRefused(`A sealed value of ${column} was changed or moved.`);
    }
  }

  #boundTo(column: string): Buffer {
    let name = this.#bound.get(column);
    if (!name) this.#bound.set(column, (name = Buffer.from(column)));
    return name;
  }

  get #current(): SecretsKey {
    const [key] = this.#keys;
    if (!key) throw new SecretsRefused("The key of the secrets was not read yet.");
    return key;
  }
}
