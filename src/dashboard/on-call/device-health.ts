/** The health of a device in a few words. Pure. */
import type { Device } from "../../core/model/model.ts";
import type { Reader } from "../chart/times.ts";
import type { StateLook } from "../components/state.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { when } from "../words.ts";

/** Its look, the word, and since when; null: not known. */
export function deviceHealth(device: Device, reader: Reader): Html {
  const [look, word, since] = healthOf(device);
  return stateAs(look, html`${word}${since === null ? null : html` ${when(since, reader)}`}`);
}

function healthOf({
  enabled,
  broken_at,
  verified_at,
}: Device): [look: StateLook, word: Piece, since: number | null] {
  if (broken_at !== null) return ["down", "Refused by the push server since", broken_at];
  if (!enabled) return ["paused", "Switched off", null];
  if (verified_at === null) return ["warn", "Not verified", null];
  return ["ok", "Verified", verified_at];
}
