/**
 * A DNS server of a page, over UDP and TCP: answers from a table, says NXDOMAIN, fails, keeps silent, cuts its answers
 * short or lies about their length.
 */
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { createServer as createTcpServer } from "node:net";
import type { RecordType } from "../../src/core/health/endpoint.ts";

/** Records of a name as text, `mx: ["10 mail.example.com"]`; `truncated`: only over TCP. */
type Records = Partial<Record<Lowercase<RecordType>, string[]>> & { truncated?: true };

export type Zone = Record<string, Records | "fail" | "refuse" | "silent" | "lie">;

export interface Dns {
  /** `address:port`, as a resolver takes it. */
  server: string;
  /** `MX example.com`. */
  queries: string[];
  set(zone: Zone): void;
  stop(): Promise<void>;
}

const types: Record<number, RecordType> = {
  1: "A",
  2: "NS",
  5: "CNAME",
  6: "SOA",
  12: "PTR",
  15: "MX",
  16: "TXT",
  28: "AAAA",
  33: "SRV",
  257: "CAA",
};

const codes = { fail: 2, refuse: 5 } as const;

export async function startDns(zone: Zone): Promise<Dns> {
  const queries: string[] = [];
  let current = zone;

  /** The reply to a query; null: there is none. */
  function reply(query: Buffer, over: "udp" | "tcp"): Buffer | null {
    const question = readQuestion(query);
    const type = types[question.type];
    queries.push(`${type ?? question.type} ${question.name}`);
    const entry = current[question.name];
    if (entry === "silent") return null;
    const truncated = over === "udp" && typeof entry === "object" && entry.truncated === true;
    const texts =
      typeof entry === "object" && type && !truncated
        ? (entry[type.toLowerCase() as Lowercase<RecordType>] ?? [])
        : [];
    const code =
      entry === undefined ? 3 : entry === "fail" || entry === "refuse" ? codes[entry] : 0;
    const records = texts.map((text) => record(question.type, rdataOf(type!, text)));
    if (entry === "lie") records.push(record(question.type, Buffer.alloc(4), 60_000));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code | (truncated ? 0x0200 : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    return Buffer.concat([header, query.subarray(12, question.end), ...records]);
  }

  const udp = createSocket("udp4");
  udp.on("message", (query, from) => {
    const answer = reply(query, "udp");
    if (answer) udp.send(answer, from.port, from.address);
  });
  const tcp = createTcpServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const length = received.length < 2 ? Infinity : received.readUInt16BE(0);
      if (received.length < length + 2) return;
      const answer = reply(received.subarray(2, length + 2), "tcp");
      if (!answer) return;
      const size = Buffer.alloc(2);
      size.writeUInt16BE(answer.length);
      socket.end(Buffer.concat([size, answer]));
    });
  });
  const port = await new Promise<number>((resolve) => {
    tcp.listen(0, "127.0.0.1", () => resolve((tcp.address() as { port: number }).port));
  });
  await bound(udp, port);
  return {
    server: `127.0.0.1:${port}`,
    queries,
    set: (next) => {
      current = next;
    },
    stop: async () => {
      await new Promise<void>((resolve) => udp.close(() => resolve()));
      await new Promise<void>((resolve) => tcp.close(() => resolve()));
    },
  };
}

function bound(socket: UdpSocket, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject).bind(port, "127.0.0.1", resolve);
  });
}

/** A record for the name of the question. `length`: the one that it claims. */
function record(type: number, data: Buffer, length = data.length): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(length, 10);
  return Buffer.concat([head, data]);
}

function rdataOf(type: RecordType, text: string): Buffer {
  const words = text.split(" ");
  const number = (index: number) => Number(words[index]);
  switch (type) {
    case "A":
      return Buffer.from(text.split(".").map(Number));
    case "AAAA":
      return Buffer.from(bytesOfV6(text));
    case "NS":
    case "CNAME":
    case "PTR":
      return nameOf(text);
    case "MX":
      return Buffer.concat([shorts(number(0)), nameOf(words[1]!)]);
    case "SRV":
      return Buffer.concat([shorts(number(0), number(1), number(2)), nameOf(words[3]!)]);
    case "TXT":
      // A string of it has at most 255 bytes.
      return Buffer.concat((text.match(/[^]{1,200}/g) ?? [""]).map((part) => counted(part)));
    case "CAA":
      return Buffer.concat([Buffer.from([number(0)]), counted(words[1]!), Buffer.from(words[2]!)]);
    case "SOA": {
      const numbers = Buffer.alloc(20);
      words.slice(2).forEach((word, index) => numbers.writeUInt32BE(Number(word), index * 4));
      return Buffer.concat([nameOf(words[0]!), nameOf(words[1]!), numbers]);
    }
  }
}

function nameOf(name: string): Buffer {
  return Buffer.concat([...name.split(".").map(counted), Buffer.from([0])]);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function shorts(...numbers: number[]): Buffer {
  return Buffer.concat(numbers.map((value) => Buffer.from([value >> 8, value & 0xff])));
}

function readQuestion(query: Buffer): {
  name: string;
  type: number;
  end: number;
} {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    end: at + 5,
  };
}

/** Eight groups, written out. */
function bytesOfV6(address: string): number[] {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  return all.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
