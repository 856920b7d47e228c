/** The certificates that a server sent, from its own to its authority, each with its dates and why it is wrong. Pure. */
import { chainOf } from "../../core/health/certificate-check.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { exactly } from "../words.ts";

type Meta = Readonly<Record<string, unknown>>;

/** A certificate as in the facts of a check. */
interface Link {
  subject: string;
  issuer: string;
  from: number;
  to: number;
}

/** Null: the server sent only its own certificate, and signed it itself. */
export function chainList(frame: Frame, meta: Meta): Html | null {
  const own = linkOf(meta);
  const sent = Array.isArray(meta["chain"]) ? (meta["chain"] as Meta[]).map(linkOf) : [];
  const { path, unsent } = chainOf(own, sent);
  if (sent.length === 0 && unsent === null) return null;
  const isNeeded = (link: Link) => path.includes(link);
  return html`<ol class="chain">
    ${[own, ...path].map((link) => row(frame, link))}
    ${
      unsent === null
        ? null
        : html`<li><bdi>${unsent}</bdi> <span class="quiet">not sent by the server</span></li>`
    }
    ${sent.filter((link) => !isNeeded(link)).map((link) => row(frame, link, "sent, but not needed"))}
  </ol>`;
}

function row(frame: Frame, { subject, from, to }: Link, more: string | null = null): Html {
  const { now } = frame;
  const wrong = to <= now ? "ended" : from > now ? "not valid yet" : null;
  return html`<li>
    <bdi>${subject}</bdi>
    <span class="quiet"
      >${exactly(from, frame)} to ${exactly(to, frame)}${more && html`, ${more}`}</span
    >
    ${wrong && html`<b class="tone down">${wrong}</b>`}
  </li>`;
}

const linkOf = (meta: Meta): Link => ({
  subject: String(meta["subject"]),
  issuer: String(meta["issuer"]),
  from: Date.parse(String(meta["valid_from"])),
  to: Date.parse(String(meta["valid_to"])),
});
