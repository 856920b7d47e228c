/** Undoes the content coding of an answer as leniently as browsers do, and names its faults. */
import { decode, type Decoded } from "../decode.ts";

/**
 * The same as `decode`, but an unknown coding is ignored, because none was asked for, and a stream without its end is
 * read as far as it goes. `odd`: its faults.
 */
export async function decodeLeniently(
  body: Buffer,
  codings: readonly string[],
  limit: number,
  cut: boolean,
): Promise<(Decoded & { ok: true; odd: string[] }) | (Decoded & { ok: false })> {
  const decoded = await decode(body, codings, limit, cut);
  if (decoded.ok) return { ...decoded, odd: [] };
  const { why, coding } = decoded;
  if (why === "unfinished") {
    const begun = await decode(body, codings, limit, true);
    return begun.ok ? { ...begun, cut, odd: [`${coding} without its end`] } : begun;
  }
  const known = codings.filter((one) => one.toLowerCase() !== coding);
  if (why !== "unknown" || known.length === codings.length) return decoded;
  const rest = await decodeLeniently(body, known, limit, cut);
  return rest.ok ? { ...rest, odd: ["an unknown Content-Encoding", ...rest.odd] } : rest;
}
