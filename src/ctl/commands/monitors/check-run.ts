import type { CheckOutcome } from "../../../api/checks.ts";
import type { Body } from "../../../api/routes/table.ts";
import type { Client } from "../../../client/client.ts";
import { withoutReferences } from "../../../resource/references.ts";
import type { IpVersion } from "../../../resource/check/request-fields.ts";
import type { Call, Run } from "../../call/call.ts";
import { readDeclaration } from "../../declare/declare.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOne } from "../../input/find-one.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { isFailing } from "../../../core/model/status.ts";
import { factsSeen } from "../../../core/health/facts-seen.ts";
import { reportHint } from "../../../core/health/report-hint.ts";
import { statusMark } from "../../output/mark.ts";
import { checkRow, factRow } from "../../output/describe.ts";
import { checkUrl } from "../../tasks/check-url.ts";
import { linesText } from "../../output/table.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson, wantsJson } from "../../call/structured.ts";

interface Wanted {
  name: string;
  make: (client: Client) => Promise<CheckOutcome>;
}

type Named = CheckOutcome & { name: string };

/** Asks the server for a check of a monitor, of a URL, or of a declaration in files; the result is not stored. */
export const run: Run = async (call) => {
  const { io } = call;
  const wanted = await wantedChecks(call);
  const client = await call.client();
  const outcomes: Named[] = [];
  for (const { name, make } of wanted) {
    const outcome = { name, ...(await make(client)) };
    outcomes.push(outcome);
    if (!wantsJson(call)) io.stdout.write(outcomeText(call, outcome));
  }
  printedAsJson(call, outcomes);
  const down = outcomes.some(({ status }) => isFailing(status));
  return down ? exitCodes.down : exitCodes.done;
};

async function wantedChecks(call: Call): Promise<Wanted[]> {
  const { args, options } = call;
  if (options["file"] !== undefined) {
    if (args.length === 0) return declared(call);
    throw wrongInput(
      "usage",
      "with -f the monitor is named with --only",
      `monitorctl check run -f FILE --only ${args[0]}`,
    );
  }
  if (args.length === 0 || options["only"] !== undefined)
    throw wrongInput(
      "usage",
      "no monitor given",
      "monitorctl check run hc/ID, check run URL, or check run -f FILE --only ID",
    );
  const { expect, method } = options as Partial<Body<"POST /checks">>;
  const ip_version = options["ipVersion"] as IpVersion | undefined;
  if ((expect ?? method ?? ip_version) !== undefined && !args.every(isUrl))
    throw wrongInput(
      "usage",
      "--expect, --method and --ip-version are for a URL",
      "monitorctl check run https://shop.example.com/ --expect http",
    );
  return args.map((typed) => ({
    name: typed,
    make: async (client) => {
      if (isUrl(typed)) return checkUrl(client, typed, { expect, method, ip_version });
      const kinds = ["health_check_monitors"] as const;
      const { resource } = await findOne(client, typed, kinds);
      return client.send("POST /health_check_monitors/:id/check", { id: resource.id });
    },
  }));
}

async function declared(call: Call): Promise<Wanted[]> {
  const { declaration } = await readDeclaration(call);
  const monitors = declaration.health_check_monitors ?? [];
  const { only } = call.options;
  const chosen =
    typeof only === "string"
      ? monitors.filter(({ external_id }) => external_id === only)
      : monitors;
  if (chosen.length === 0) {
    const ids = monitors.map(({ external_id }) => external_id);
    const hint = typeof only === "string" ? didYouMean(only, ids) : "";
    throw wrongInput(
      "not_found",
      typeof only === "string"
        ? `the files declare no health check monitor "${only}"${hint}`
        : "the files declare no health check monitor",
      ids.length > 0 ? `one of: ${ids.join(", ")}` : "add one to the file",
    );
  }
  return chosen.map(({ external_id, ...fields }) => ({
    name: `hc/${external_id}`,
    make: (client) => {
      const body = withoutReferences("health_check_monitors", fields) as Body<"POST /checks">;
      return client.send("POST /checks", { body });
    },
  }));
}

const isUrl = (typed: string) => typed.includes("://");

function outcomeText({ io, style }: Call, outcome: Named): string {
  const { status, status_reason, http_status, duration_ms, name, proposal } = outcome;
  const [sign, paint] = statusMark(status, style);
  const via = http_status === null ? "" : `HTTP ${http_status}, `;
  const why = status_reason ? `: ${oneLine(status_reason)}` : "";
  const results = outcome.results ?? [];
  const facts = factsSeen(results, io.now());
  const hint = reportHint(results);
  const notes = [
    ...(proposal ? [`${proposal.because}: watched as a page with expect: ${proposal.expect}`] : []),
    ...(hint === null ? [] : [hint]),
  ];
  return [
    `${paint(`${sign} ${name} ${status}`)} (${via}${duration_ms} ms)${why}\n`,
    linesText(results.map(checkRow(style)), "  ", style),
    linesText(facts.map(factRow(style)), "  ", style),
    ...notes.map((note) => `  ${style.dim(note)}\n`),
  ].join("");
}
