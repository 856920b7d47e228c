/** A server for WebSocket, made of bytes, so that a test can send any: what it answers to a handshake, and after it. */
import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { KeyAndCert } from "./certificate.ts";
import { bytesOf, type Bytes } from "./probing.ts";

/** A request for a handshake. Names of headers in lower case. */
export interface Handshake {
  target: string;
  headers: Record<string, string>;
  /** The head of the right answer, with more headers. */
  accepted: (...more: string[]) => string;
}

const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Calls `answer` once per connection, with the request. */
export function socketsOf(
  answer: (socket: Socket, request: Handshake) => void,
  tls?: KeyAndCert,
): Promise<Bytes> {
  return bytesOf((socket) => {
    let text = "";
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      socket.off("data", onData);
      answer(socket, readHandshake(text));
    };
    socket.on("data", onData);
  }, tls);
}

function readHandshake(text: string): Handshake {
  const [first = "", ...lines] = text.split("\r\n\r\n")[0]!.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return [name.toLowerCase(), value.join(":").trim()];
    }),
  );
  const accept = createHash("sha1")
    .update(`${headers["sec-websocket-key"]}${guid}`)
    .digest("base64");
  return {
    target: first.split(" ")[1]!,
    headers,
    accepted: (...more) =>
      [
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        `Sec-WebSocket-Accept: ${accept}`,
        ...more,
        "",
        "",
      ].join("\r\n"),
  };
}

/** A frame as servers send it. */
export function frame(opcode: number, payload: string | Buffer = "", final = true): Buffer {
  const bytes = Buffer.from(payload);
  const first = (final ? 0x80 : 0) + opcode;
  if (bytes.length < 126) return Buffer.concat([Buffer.from([first, bytes.length]), bytes]);
  const head = Buffer.alloc(10);
  head.writeUInt8(first);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(bytes.length), 2);
  return Buffer.concat([head, bytes]);
}

/** A masked frame in plain: opcode and payload. */
export function unmasked(bytes: Buffer): { opcode: number; payload: string } {
  const length = bytes[1]! & 0x7f;
  const size =
    length < 126 ? length : length === 126 ? bytes.readUInt16BE(2) : bytes.readUInt32BE(6);
  const at = length < 126 ? 2 : length === 126 ? 4 : 10;
  const mask = bytes.subarray(at, at + 4);
  const payload = bytes.subarray(at + 4, at + 4 + size).map((byte, i) => byte ^ mask[i % 4]!);
  return { opcode: bytes[0]! & 0x0f, payload: Buffer.from(payload).toString() };
}
