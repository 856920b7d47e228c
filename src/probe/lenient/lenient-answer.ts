/**
 * Reads an answer that breaks the rules of HTTP/1, as curl does: text that curl reads is read, and the broken rules are
 * named. Text that curl refuses is refused. Bounded: 64 KiB of headers, `maxBytes` of body. Pure.
 */
import { AnswerHeaders } from "../answer-headers.ts";

/** An answer that curl refuses as well. Its message is a reason for people. */
export class BrokenAnswer extends Error {
  override name = "BrokenAnswer";
  /** That of undici for the same. */
  readonly code: string;

  constructor(message: string, code = "") {
    super(message);
    this.code = code;
  }
}

const overflow = () => new BrokenAnswer("headers over 64 KiB", "UND_ERR_HEADERS_OVERFLOW");

const mostHead = 64 * 1024;

const lineFeed = 10;

const endedEarly = "connection closed before the answer was complete";

/** An answer as far as it has been read. */
export class LenientAnswer {
  /** 0: its head has not been read. */
  status = 0;
  headers = new AnswerHeaders({});
  /** The body goes on after `maxBytes`. */
  cut = false;
  /** Rules that were broken: `a header ends without CR`. */
  readonly odd = new Set<string>();

  #bytes: Buffer = Buffer.alloc(0);
  /** How far the bytes have been read. */
  #at = 0;
  #ended = false;
  #body: Buffer = Buffer.alloc(0);
  #size = 0;
  readonly #maxBytes: number;
  #headRoom = mostHead;
  readonly #reading: Iterator<void, void>;

  /** The answer to a request; `bodiless`: one with HEAD. */
  constructor(maxBytes: number, bodiless: boolean) {
    this.#maxBytes = maxBytes;
    this.#reading = this.#read(bodiless);
  }

  /** The body so far. */
  get body(): Buffer {
    return this.#body.subarray(0, this.#size);
  }

  /** Reads on with `chunk`. True: the answer is complete, or cut. Throws `BrokenAnswer`. */
  push(chunk: Buffer): boolean {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    this.#at = 0;
    return this.#reading.next().done === true;
  }

  /** The connection has ended. Throws `BrokenAnswer` if the answer has not. */
  end(): void {
    this.#ended = true;
    if (!this.#reading.next().done) throw new BrokenAnswer(endedEarly);
  }

  *#read(bodiless: boolean): Generator<void, void> {
    let status: number;
    let headers: AnswerHeaders;
    do {
      status = yield* this.#statusLine();
      headers = new AnswerHeaders(yield* this.#head());
    } while (status < 200 && status !== 101);
    this.status = status;
    this.headers = headers;
    const length = this.#lengthOf(headers);
    if (bodiless || status === 101 || status === 204 || status === 304) return;
    if (headers.list("transfer-encoding").some((one) => /^chunked$/i.test(one))) {
      if (length !== null) this.odd.add("Content-Length beside chunks");
      yield* this.#chunks();
    } else if (length !== null) yield* this.#take(length);
    else while (!this.cut && !this.#ended) yield* this.#take(Infinity, true);
  }

  *#statusLine(): Generator<void, number> {
    const line = yield* this.#headLine();
    const [, version, space, status] =
      /^HTTP\/(1\.[01]|2(?:\.0)?)( +)([1-9]\d\d)(?:\s|$)/i.exec(line) ?? [];
    if (space === undefined)
      throw new BrokenAnswer(
        /^HTTP\//i.test(line) ? "answer has no HTTP status" : "answer is not HTTP",
      );
    if (!line.startsWith("HTTP/")) this.odd.add("HTTP in lower case");
    if (version === "2") this.odd.add("HTTP/2 over HTTP/1");
    if (space.length > 1) this.odd.add("several spaces before the status");
    return Number(status);
  }

  *#head(): Generator<void, Record<string, string[]>> {
    const received = Object.create(null) as Record<string, string[]>;
    let last: string[] | null = null;
    for (;;) {
      const line = yield* this.#headLine();
      if (line === "") return received;
      if (/^[ \t]/.test(line)) {
        if (!last) throw new BrokenAnswer("answer begins its headers with a space");
        this.odd.add("a header on several lines");
        last.push(`${last.pop()} ${line.trim()}`);
        continue;
      }
      const colon = line.indexOf(":");
      if (colon < 0) throw new BrokenAnswer("answer has a header without a colon");
      const name = line.slice(0, colon);
      if (/[ \t]$/.test(name)) this.odd.add("a space before the colon of a header");
      else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) this.odd.add("a header with an invalid name");
      // oxlint-disable-next-line no-control-regex -- the sign of a broken rule
      if (/[\x00-\x08\x0a-\x1f\x7f]/.test(line)) this.odd.add("a control character in a header");
      last = received[name.trim().toLowerCase()] ??= [];
      last.push(line.slice(colon + 1).trim());
    }
  }

  /** The length that the headers announce; null: none. The last of several counts. */
  #lengthOf(headers: AnswerHeaders): number | null {
    const lines = headers.lines("content-length");
    if (lines.length > 1) this.odd.add("Content-Length twice");
    const text = lines.at(-1);
    if (text === undefined) return null;
    const [, digits] = /^\+?(\d+)/.exec(text) ?? [];
    if (digits === undefined) throw new BrokenAnswer("Content-Length is not a number");
    if (digits !== text) this.odd.add("Content-Length is not a plain number");
    return Number(digits);
  }

  *#chunks(): Generator<void, void> {
    for (;;) {
      const line = yield* this.#line();
      const [, digits] = /^([\da-f]{1,16})(?![\da-f])/i.exec(line) ?? [];
      if (digits === undefined) throw new BrokenAnswer("answer has a chunk without a length");
      if (!/^[\da-f]+(?:;.*)?$/i.test(line)) this.odd.add("a space behind the length of a chunk");
      const length = Number.parseInt(digits, 16);
      if (length === 0) break;
      yield* this.#take(length);
      if (this.cut) return;
      if ((yield* this.#line()) !== "")
        throw new BrokenAnswer("answer has a chunk of another length than it says");
    }
    while ((yield* this.#headLine()) !== "");
  }

  /** Moves `length` bytes to the body, as far as it has room. `loose`: the end of the connection may come before. */
  *#take(length: number, loose = false): Generator<void, void> {
    for (let left = length; left > 0 && !this.cut;) {
      const size = Math.min(left, this.#bytes.length - this.#at);
      left -= size;
      this.#keep(size);
      if (size > 0) continue;
      if (this.#ended && loose) return;
      yield* this.#more();
    }
  }

  /** Copies `size` bytes: a list of a million chunks of a byte each would take a hundred times their room. */
  #keep(size: number): void {
    const after = Math.min(this.#size + size, this.#maxBytes);
    this.cut = after < this.#size + size;
    if (after > this.#body.length) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(2 * after, 4096), this.#maxBytes));
      this.body.copy(larger);
      this.#body = larger;
    }
    this.#bytes.copy(this.#body, this.#size, this.#at, this.#at + after - this.#size);
    this.#at += size;
    this.#size = after;
  }

  *#headLine(): Generator<void, string> {
    const line = yield* this.#line();
    this.#headRoom -= line.length + 2;
    if (this.#headRoom < 0) throw overflow();
    if (line.includes("\0")) throw new BrokenAnswer("answer has a NUL in its headers");
    return line;
  }

  /** The next line without its end. */
  *#line(): Generator<void, string> {
    let end: number;
    while ((end = this.#bytes.indexOf(lineFeed, this.#at)) < 0) {
      if (this.#bytes.length - this.#at > mostHead) throw overflow();
      yield* this.#more();
    }
    const text = this.#bytes.toString("latin1", this.#at, end);
    this.#at = end + 1;
    if (text.endsWith("\r") && !text.endsWith("\r\r")) return text.slice(0, -1);
    this.odd.add("a line that does not end with CR and LF");
    return text.replace(/(?<!\r)\r+$/, "");
  }

  *#more(): Generator<void, void> {
    if (this.#ended)
      throw new BrokenAnswer(
        this.#headRoom === mostHead && this.#bytes.length > this.#at
          ? "answer is not HTTP"
          : endedEarly,
      );
    yield;
  }
}
