/** Collects the facts about a probe from its last connection. */
import type { Seen } from "../core/health/prober.ts";
import { cutText } from "../core/text/text.ts";
import type { Connection } from "./connect.ts";

/** Facts of a probe that began at `began`, by `performance.now()`. Durations in ms. */
export function seenOf(
  began: number,
  facts: {
    connection: Partial<Connection> | null;
    kept?: boolean;
    firstByte?: number | null;
    origins?: readonly string[];
    contentType?: string;
    software?: string;
    odd?: readonly string[];
  },
): Seen {
  const { connection, kept = false, firstByte = null, origins = [], contentType = "" } = facts;
  const { software = "", odd } = facts;
  const phase = (ms: number | null | undefined) => (kept ? null : whole(ms));
  return {
    address: connection?.address ?? null,
    kept,
    timing: {
      dns: phase(connection?.dns),
      connect: phase(connection?.connect),
      tls: phase(connection?.tls),
      first_byte: whole(firstByte),
      total: Math.round(performance.now() - began),
    },
    protocol: connection?.protocol ?? null,
    certificate: connection?.certificate ?? null,
    redirects: [...origins],
    content_type: mediaType(contentType),
    ...(software === "" ? {} : { software: cutText(software, 100) }),
    ...(odd && odd.length > 0 && { odd }),
  };
}

function whole(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.round(ms);
}

/** `text/html; charset=utf-8` → `text/html`. */
function mediaType(contentType: string): string | null {
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase();
  return type === "" ? null : cutText(type, 100);
}
