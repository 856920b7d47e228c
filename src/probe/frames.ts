/**
 * Reads and writes the frames of WebSocket (RFC 6455, section 5), as far as a check needs them: one text is sent, and the first
 * message of the server is read, in as many fragments as it comes. At most its first mebibyte is kept.
 */
import { randomBytes } from "node:crypto";

/** The first message of the server. */
export interface Message {
  body: Buffer;
  /** It goes on after `body`. */
  cut: boolean;
}

/** The server breaks the protocol, or ends it before its first message; the text says how. */
export class BrokenMessage extends Error {
  override name = "BrokenMessage";
}

const opcodes = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Bytes of a message that are kept. */
const maxBytes = 1024 * 1024;
/** Bytes of frames beside the message, so that pings or empty fragments without end do have one. */
const maxOverhead = 64 * 1024;

/** A frame of the client. Those are masked, so that no proxy mistakes them for HTTP (RFC 6455, 10.3). */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? [0x80 + length]
      : length < 65_536
        ? [0xfe, length >> 8, length & 0xff]
        : [
            0xff,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 0xff,
            (length >> 8) & 0xff,
            length & 0xff,
          ];
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (let i = 0; i < length; i++) masked[i]! ^= mask[i % 4]!;
  return Buffer.concat([Buffer.from([0x80 + opcode, ...head]), mask, masked]);
}

export const textFrame = (text: string): Buffer => frameOf(opcodes.text, Buffer.from(text));

/** Ends the connection as usual (1000). */
export const closeFrame = (): Buffer => frameOf(opcodes.close, Buffer.from([0x03, 0xe8]));

/** Reads frames as they come. `answer` is called with a frame to send: the answer to a ping. */
export class FrameReader {
  readonly #answer: (frame: Buffer) => void;
  #pending = Buffer.alloc(0);
  readonly #parts: Buffer[] = [];
  #size = 0;
  #overhead = 0;
  #begun = false;
  /** The frame of the message whose payload is being read. */
  #frame: { final: boolean; left: number } | null = null;

  constructor(answer: (frame: Buffer) => void) {
    this.#answer = answer;
  }

  /** The message, once `chunk` completes it or fills the mebibyte; null: not yet. Throws `BrokenMessage`. */
  read(chunk: Buffer): Message | null {
    let bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    for (;;) {
      if (this.#frame) {
        const { final, left } = this.#frame;
        const part = bytes.subarray(0, left);
        bytes = bytes.subarray(part.length);
        this.#frame.left -= part.length;
        this.#keep(part);
        if (this.#size > maxBytes) return this.#message(true);
        if (this.#frame.left > 0) return this.#wait(bytes);
        this.#frame = null;
        if (final) return this.#message(false);
      }
      const head = headOf(bytes);
      if (head === null) return this.#wait(bytes);
      const { opcode, final, length, size } = head;
      const isControl = opcode >= opcodes.close;
      if (isControl && bytes.length < size + length) return this.#wait(bytes);
      this.#overhead += isControl ? size + length : size;
      if (this.#overhead > maxOverhead)
        throw new BrokenMessage("64 KiB of frames came without a whole message");
      if (isControl) this.#control(opcode, bytes.subarray(size, size + length));
      else this.#begin(opcode, final, length);
      bytes = bytes.subarray(isControl ? size + length : size);
    }
  }

  /** Keeps part of a head or of a control frame: 135 bytes at most, so that joining it with the next chunk is cheap. */
  #wait(bytes: Buffer): null {
    this.#pending = Buffer.from(bytes);
    return null;
  }

  #keep(part: Buffer): void {
    // A copy: the rest of the chunk is not held by it.
    if (this.#size < maxBytes) this.#parts.push(Buffer.from(part));
    this.#size += part.length;
  }

  #message(cut: boolean): Message {
    return { body: Buffer.concat(this.#parts, Math.min(this.#size, maxBytes)), cut };
  }

  #begin(opcode: number, final: boolean, left: number): void {
    if (this.#begun !== (opcode === opcodes.more))
      throw new BrokenMessage("fragments of a message are out of order");
    this.#begun = true;
    this.#frame = { final, left };
  }

  #control(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) this.#answer(frameOf(opcodes.pong, payload));
    if (opcode !== opcodes.close) return;
    const code = payload.length < 2 ? "" : ` with ${payload.readUInt16BE(0)}`;
    const why = payload.toString("utf8", 2).trim();
    throw new BrokenMessage(`closed by the server${code}${why === "" ? "" : `: ${why}`}`);
  }
}

interface Head {
  opcode: number;
  final: boolean;
  /** Bytes of the payload. */
  length: number;
  /** Bytes of the head itself. */
  size: number;
}

/** The head of the frame that `bytes` begin with; null: it is not whole yet. Throws `BrokenMessage`. */
function headOf(bytes: Buffer): Head | null {
  if (bytes.length < 2) return null;
  const [first, second] = [bytes[0]!, bytes[1]!];
  const opcode = first & 0x0f;
  const final = first >= 0x80;
  if ((first & 0x70) !== 0)
    throw new BrokenMessage("a frame uses an extension that was not offered");
  if (!known.has(opcode)) throw new BrokenMessage(`a frame has the unknown opcode ${opcode}`);
  if (second >= 0x80) throw new BrokenMessage("a frame of the server is masked");
  if (opcode >= opcodes.close && (second > 125 || !final))
    throw new BrokenMessage("a control frame is too long or fragmented");
  if (second < 126) return { opcode, final, length: second, size: 2 };
  if (second === 126)
    return bytes.length < 4 ? null : { opcode, final, length: bytes.readUInt16BE(2), size: 4 };
  if (bytes.length < 10) return null;
  if (bytes[2]! >= 0x80) throw new BrokenMessage("a frame has an impossible length");
  return { opcode, final, length: Number(bytes.readBigUInt64BE(2)), size: 10 };
}

const known = new Set<number>(Object.values(opcodes));
