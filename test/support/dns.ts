/** A DNS server of forty lines: answers A and AAAA from a table, says NXDOMAIN, fails, or keeps silent. */
import { createSocket } from "node:dgram";

export type Zone = Record<string, { a?: string[]; aaaa?: string[] } | "fail" | "silent">;

export interface Dns {
  /** `address:port`, as a resolver takes it. */
  server: string;
  queries: string[];
  set(zone: Zone): void;
  stop(): Promise<void>;
}

const typeA = 1;

export async function startDns(zone: Zone): Promise<Dns> {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  let current = zone;
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    queries.push(`${type === typeA ? "A" : "AAAA"} ${name}`);
    const entry = current[name];
    if (entry === "silent") return;
    const code = entry === "fail" ? 2 : entry === undefined ? 3 : 0;
    const records =
      typeof entry === "object"
        ? type === typeA
          ? (entry.a ?? []).map((a) => Buffer.from(a.split(".").map(Number)))
          : (entry.aaaa ?? []).map(bytesOfV6)
        : [];
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    const answers = records.map((bytes) => {
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([record, bytes]);
    });
    socket.send(
      Buffer.concat([header, query.subarray(12, end), ...answers]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, "127.0.0.1", resolve);
  });
  return {
    server: `127.0.0.1:${socket.address().port}`,
    queries,
    set: (next) => {
      current = next;
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
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
function bytesOfV6(address: string): Buffer {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  return Buffer.from(
    all.flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 0xff];
    }),
  );
}
