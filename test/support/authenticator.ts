/** A phone or computer that makes a passkey, in memory: ES256, without attestation, as WebAuthn level 3 says. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Bits of `flags`: the user was there, and was recognized; the answer has a new key. */
const flags = { present: 1, verified: 4, withKey: 64 };

export class Authenticator {
  readonly id = randomBytes(16);
  readonly host: string;
  readonly origin: string;
  /** Whether it asks for a finger, a face or a PIN. */
  readonly verifies: boolean;
  #counter = 0;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  /** Belongs to a host; signs for pages of an origin. */
  constructor(host: string, origin: string, verifies = true) {
    this.host = host;
    this.origin = origin;
    this.verifies = verifies;
  }

  /** The answer to a challenge for a new passkey. */
  create(challenge: string): string {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const coordinate = (value: string) => Buffer.from(value, "base64url");
    // CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      coordinate(x),
      Buffer.from("225820", "hex"),
      coordinate(y),
    ]);
    const idLength = Buffer.from([0, this.id.length]);
    const data = Buffer.concat([
      this.#data(flags.withKey),
      Buffer.alloc(16),
      idLength,
      this.id,
      key,
    ]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestation = Buffer.concat([
      // A letter before each text is its length: "c" 3, "d" 4, "g" 7, "h" 8.
      Buffer.from([0xa3]),
      Buffer.from("cfmtdnonegattStmt"),
      Buffer.from([0xa0]),
      Buffer.from("hauthData"),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: text(this.#client("webauthn.create", challenge)),
      attestationObject: text(attestation),
    });
  }

  /** The answer to a challenge for a sign-in. */
  get(challenge: string): string {
    const client = this.#client("webauthn.get", challenge);
    const data = this.#data(0);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
    });
  }

  #data(more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    const bits = flags.present | (this.verifies ? flags.verified : 0) | more;
    return Buffer.concat([sha256(this.host), Buffer.from([bits]), counter]);
  }

  #client = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));

  #answer = (response: object): string =>
    JSON.stringify({
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });
}
