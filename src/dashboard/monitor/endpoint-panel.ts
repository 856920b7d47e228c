/** The last request to an endpoint: how long each of its phases took, and the certificate of its server. Pure. */
import { certificateLimits } from "../../core/health/certificate-check.ts";
import { ownPrefix, type OwnName } from "../../core/health/own-check.ts";
import type { CheckResult } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { day } from "../../core/text/units.ts";
import { subCheckState } from "../chart/cells.ts";
import { coordinate, milliseconds } from "../chart/scale.ts";
import { facts } from "../components/facts.ts";
import { padded, panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import { chainList } from "./certificate-chain.ts";
import type { HealthModel } from "./model.ts";

/** Both panels side by side; null: the last check has seen neither. */
export function endpointPanels(frame: Frame, model: HealthModel): Html | null {
  const results = model.monitor.subject.results ?? [];
  const own = (name: OwnName) => results.find((one) => one.name === ownPrefix + name);
  const parts = [
    requestPanel(own("response_time"), own("redirects") !== undefined),
    certificatePanel(frame, model, own("certificate")),
  ];
  const shown = parts.filter((one) => one !== null);
  if (shown.length === 0) return null;
  return shown.length === 1 ? shown[0]! : html`<div class="split">${shown}</div>`;
}

const phases = [
  ["dns_ms", "DNS", "f1"],
  ["connect_ms", "Connect", "f2"],
  ["tls_ms", "TLS", "f3"],
  ["first_byte_ms", "First byte", "f4"],
] as const;

function requestPanel(result: CheckResult | undefined, isRedirected: boolean): Html | null {
  const meta = (result?.meta ?? {}) as Record<string, unknown>;
  const total = meta["total_ms"];
  if (typeof total !== "number" || total <= 0) return null;
  const known = phases.flatMap(([name, label, look]) => {
    const ms = meta[name];
    return typeof ms === "number" ? [{ label, look, ms }] : [];
  });
  const sum = known.reduce((all, { ms }) => all + ms, 0);
  // Clocks of phases are rounded: the rest can be below zero.
  const rest = Math.max(0, total - sum);
  const hasAnswer = typeof meta["first_byte_ms"] === "number";
  const restLabel = isRedirected ? "Redirects, transfer" : hasAnswer ? "Transfer" : "Rest";
  const all = [...known, ...(rest > 0 ? [{ label: restLabel, look: "f5", ms: rest }] : [])];
  const width = sum + rest;
  let at = 0;
  return panel(
    {
      id: "request-title",
      title: "Last request",
      tools: html`<span class="push quiet">${milliseconds(total)}</span>`,
    },
    padded(
      html`<svg
          class="request"
          viewBox="0 0 600 12"
          preserveAspectRatio="none"
          role="img"
          tabindex="0"
          aria-label="Phases of the last request: ${all.map(({ label, ms }) => `${label} ${milliseconds(ms)}`).join(", ")}"
        >
          ${all.map(({ label, look, ms }) => {
            const [x, wide] = [(at / width) * 600, (ms / width) * 600];
            at += ms;
            return html`<rect
              class="${look}"
              x="${coordinate(x)}"
              width="${coordinate(wide)}"
              height="12"
            >
              <title>${label}: ${milliseconds(ms)}</title>
            </rect>`;
          })}
        </svg>
        <p class="phase-words request-words">
          ${all.map(
            ({ label, look, ms }) =>
              html`<span><i class="${look}"></i>${label} <b>${milliseconds(ms)}</b></span>`,
          )}
        </p>`,
    ),
  );
}

/** `isRefused`: for another reason than its end. */
function stateText(left: number, isRefused: boolean): string {
  if (isRefused) return "not trusted";
  return left < 0 ? `ended ${plural(-left, "day")} ago` : `${plural(left, "day")} left`;
}

function certificatePanel(
  frame: Frame,
  { monitor }: HealthModel,
  result: CheckResult | undefined,
): Html | null {
  const meta = (result?.meta ?? {}) as Record<string, unknown>;
  const instant = (name: string) => Date.parse(String(meta[name]));
  const [from, to] = [instant("valid_from"), instant("valid_to")];
  if (!result || Number.isNaN(from) || Number.isNaN(to)) return null;
  const names = Array.isArray(meta["names"]) ? meta["names"].map(String) : [];
  const left = Math.floor((to - frame.now) / day);
  const limits = certificateLimits(monitor, (to - from) / day);
  const state = subCheckState(result.status);
  const text = (value: unknown): Piece =>
    typeof value === "string" ? html`<bdi>${value}</bdi>` : null;
  return panel(
    {
      id: "certificate-title",
      title: "Certificate",
      tools: html`<span class="push"
        >${stateAs(state, stateText(left, state === "down" && left >= limits.failing))}</span
      >`,
    },
    padded(
      facts([
        ["Wrong", state === "ok" ? null : text(result.notification_message)],
        ["Subject", text(meta["subject"])],
        [
          "Names",
          names.length === 0
            ? "none"
            : names.map((name, i) => html`${i === 0 ? "" : ", "}<bdi>${name}</bdi>`),
        ],
        ["Issuer", text(meta["issuer"])],
        ["Chain", chainList(frame, meta)],
        ["Not before", exactly(from, frame)],
        ["Not after", exactly(to, frame)],
        ["Warns at", `${plural(Math.floor(limits.warning), "day")} left`],
        ["Fails at", `${plural(Math.floor(limits.failing), "day")} left`],
      ]),
    ),
  );
}
