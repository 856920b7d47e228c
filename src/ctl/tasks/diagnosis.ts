/**
 * Checks every step between this program and a page, in order: configuration, address, identity of the
 * server, key, health, alert groups. A step that depends on a failed one is skipped.
 */
import { lookup } from "node:dns/promises";
import { statSync } from "node:fs";
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import { reasonOf } from "../../client/errors.ts";
import { isBehind } from "../../client/foreign.ts";
import { exchange, type ApiAnswer } from "../../client/exchange.ts";
import { mayCarryKey } from "../../client/trust.ts";
import type { Call, Target } from "../call/call.ts";
import { clientOf } from "../connect/connect.ts";
import { proxiesOf } from "../connect/proxy.ts";
import { readContexts } from "../connect/contexts.ts";
import { exitCodes, type ExitCode } from "../call/exit.ts";
import { failureOf } from "../call/failure.ts";
import { reachRemedy } from "../call/remedies.ts";
import { version } from "../call/version.ts";
import { reachable } from "../../core/status/site.ts";
import { plural } from "../../core/text/plural.ts";
import type { DoctorStep, StepResult } from "./doctor-step.ts";
import { groupSteps, healthSteps } from "./paging-steps.ts";

/** Clocks that differ by more make ages and stale checks hard to read, ms. */
const tolerated = 30_000;
const expiryNoticeMs = 14 * 86_400_000;

/** All steps; later ones use the results of earlier ones. */
export async function diagnose(call: Call): Promise<DoctorStep[]> {
  const steps: DoctorStep[] = [];
  let target: Target | null = null;
  const failedStep = (error: unknown): StepResult => {
    const { message, next } = failureOf(error, target?.keySource ?? null);
    return { state: "failed", detail: message, fix: next };
  };
  /** Adds the results of `check`; false: the first of them failed. */
  const step = async (
    name: string,
    exit: ExitCode,
    check: () => Promise<StepResult | StepResult[]> | StepResult,
  ): Promise<boolean> => {
    const results = await Promise.resolve().then(check).catch(failedStep);
    const added = [results].flat().map((one) => ({
      name,
      exit,
      fix: null,
      guide: null,
      stopsPages: null,
      ofOneGroup: false,
      ...one,
    }));
    steps.push(...added);
    return added[0]?.state !== "failed";
  };
  const skip = (...names: string[]) => {
    for (const name of names)
      steps.push({
        name,
        state: "skipped",
        detail: "skipped, because a step before it failed",
        fix: null,
        guide: null,
        exit: exitCodes.done,
        stopsPages: null,
        ofOneGroup: false,
      });
  };

  await step("configuration", exitCodes.input, () => configured(call));
  await step("server named", exitCodes.access, async () => {
    target = await call.target();
    return { state: "ok", detail: target.url };
  });
  if (target === null) {
    skip("address", "reachable", "clock", "key", "site address", "health", "alert groups");
    return steps;
  }
  const { url, apiKey, keySource } = target as Target;
  const isResolved = await step("address", exitCodes.unreachable, () => resolved(call, url));
  // Requests without a key are sent at once: behind a slow line each answer takes its time.
  const open = isResolved ? askedAtOnce(call, url) : null;
  const there =
    open !== null && (await step("reachable", exitCodes.unreachable, () => open.reachable));
  if (!there) {
    skip(
      ...["reachable", "clock", "key", "site address", "health", "alert groups"].filter((name) =>
        steps.every((made) => made.name !== name),
      ),
    );
    return steps;
  }
  await step("clock", exitCodes.done, () => open.clock);
  let site: string | null = null;
  const isSignedIn = await step("key", exitCodes.access, async () => {
    if (apiKey !== null && !mayCarryKey(url) && !call.options.insecure)
      return {
        state: "failed",
        detail: "plain http to a public host: everybody on the way could read the key",
        fix: "use https, or add --insecure if the network in between is yours",
      };
    const { key, organization, scopes, server } = await clientOf(target!, call.options).send(
      "GET /me",
    );
    site = server.site_url;
    const ends = key?.expires_at ? Date.parse(key.expires_at) : null;
    const limits = scopes.some((scope) => scope !== "read")
      ? ""
      : "; it cannot acknowledge, test or apply";
    const rights = `"${key?.name ?? ""}" from ${keySource} has scope ${scopes.join(", ")} in ${organization.name}${limits}`;
    return ends !== null && ends - call.io.now() < expiryNoticeMs
      ? {
          state: "warning",
          detail: `${rights}, and ends ${key?.expires_at ?? "never"}`,
          fix: "make a new one: monitorctl keys create NAME",
        }
      : { state: "ok", detail: rights };
  });
  if (site === null) skip("site address");
  else await step("site address", exitCodes.done, () => linked(site!));
  const isReady = await step("health", exitCodes.down, () => wellbeing(open, isSignedIn));
  if (!isSignedIn || !isReady) skip("alert groups");
  else
    await step("alert groups", exitCodes.unexpected, () =>
      groupSteps(clientOf(target!, call.options), call.io.now()),
    );
  return steps;
}

/** Whether a phone can open the links of a push. */
function linked(site: string): StepResult {
  return reachable(site) !== null
    ? { state: "ok", detail: `pushes link to ${site}` }
    : {
        state: "warning",
        detail: `${site} is the server's own address: a phone cannot open it, so pushes have no buttons and no links`,
        fix: "start monitord with --site-url and an address that phones reach",
        guide: "phones#if-it-does-not-work",
      };
}

function configured({ io }: Call): StepResult {
  const { path, all, current } = readContexts(io);
  const names = Object.keys(all);
  if (names.length === 0) return { state: "ok", detail: "nobody signed in; flags and environment" };
  const mode = process.platform === "win32" ? 0 : statSync(path).mode & 0o077;
  return mode === 0
    ? {
        state: "ok",
        detail: `${path} (${plural(names.length, "context")}, current: ${current ?? "none"})`,
      }
    : {
        state: "warning",
        detail: `${path} can be read by others`,
        fix: `chmod 600 ${path}`,
      };
}

async function resolved({ io }: Call, url: string): Promise<StepResult> {
  const { hostname } = new URL(url);
  const proxy = proxiesOf(io)?.(new URL(url));
  // The proxy resolves the name, perhaps one that is unknown here.
  if (proxy) return { state: "ok", detail: `${hostname}, through the proxy ${proxy.host}` };
  try {
    const found = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true });
    const addresses = [...new Set(found.map(({ address }) => address))];
    return { state: "ok", detail: `${hostname} is ${addresses.join(", ")}` };
  } catch (error) {
    return {
      state: "failed",
      detail: `${hostname}: ${reasonOf(error)}`,
      fix: reachRemedy(error, url),
    };
  }
}

/** Without the key: the server's identity is not known yet. */
function asked(url: string): Promise<ApiAnswer> {
  return exchange({
    method: "GET",
    url,
    headers: { "user-agent": `monitorctl/${version}` },
    body: null,
    signal: AbortSignal.timeout(10_000),
  });
}

/** The fields of an answer; none if it is not JSON. */
function objectIn<T extends object>(text: string): Partial<T> {
  try {
    return (JSON.parse(text) ?? {}) as T;
  } catch {
    return {};
  }
}

async function answered({ io }: Call, url: string): Promise<StepResult> {
  const began = io.now();
  let response: ApiAnswer;
  try {
    response = await asked(`${url}/api/v1/openapi.json`);
  } catch (error) {
    return {
      state: "failed",
      detail: reasonOf(error),
      fix: reachRemedy(error, url),
    };
  }
  const ms = io.now() - began;
  const { location: target } = response.headers as Record<string, string>;
  if (target)
    return {
      state: "failed",
      detail: `it redirects to ${target}`,
      fix: "use the address that it redirects to",
    };
  const { info } = objectIn<{ info: { title?: string; version?: string } }>(response.text);
  if (info?.title === "monitord")
    return {
      state: "ok",
      detail: `monitord ${info.version}, ${ms} ms (monitorctl ${version})`,
    };
  const { status } = response;
  if (isBehind(status))
    return {
      state: "failed",
      detail: `HTTP ${status}: a proxy answers, but monitord behind it does not`,
      fix: "check that monitord runs behind the proxy",
    };
  // A server of the same API may be another program.
  return {
    state: status === 404 ? "warning" : "failed",
    detail: `HTTP ${status}, but not as monitord answers`,
    fix: "check that the address is complete: monitord may be under a path",
  };
}

async function clocks({ io }: Call, url: string): Promise<StepResult> {
  const began = io.now();
  const { headers } = await asked(`${url}/livez`);
  const middle = (began + io.now()) / 2;
  const date = Date.parse(String(headers["date"] ?? ""));
  if (Number.isNaN(date)) return { state: "ok", detail: "the server does not say its time" };
  // The header has whole seconds, cut off.
  const apart = Math.abs(date + 500 - middle);
  const seconds = Math.round(apart / 1000);
  return apart <= tolerated
    ? { state: "ok", detail: `the same within ${Math.max(1, seconds)} s` }
    : {
        state: "warning",
        detail: `this clock and the server's differ by ${seconds} s`,
        fix: "let both follow a time server (NTP)",
      };
}

type Report = {
  checkResults?: NonNullable<HealthCheckMonitor["last_results"]>;
};

/** The requests without a key; each is awaited where its step is. */
function askedAtOnce(call: Call, url: string) {
  const open = {
    reachable: answered(call, url),
    clock: clocks(call, url),
    ready: asked(`${url}/readyz`),
    health: asked(`${url}/health`),
  };
  // A step that is skipped awaits none of them.
  for (const one of Object.values(open)) one.catch(() => {});
  return open;
}

/** `groupsFollow`: groups get steps of their own, which are more precise. */
async function wellbeing(
  open: ReturnType<typeof askedAtOnce>,
  groupsFollow: boolean,
): Promise<StepResult | StepResult[]> {
  const ready = await open.ready;
  const reason = ready.text.trim();
  if (ready.status === 404) return { state: "ok", detail: "this server does not report it" };
  if (ready.status !== 200)
    return {
      state: "failed",
      detail: `not ready: ${reason}`,
      fix: "read its log, or run: monitord doctor",
      stopsPages: `the server is not ready (${reason})`,
    };
  const { checkResults = [] } = objectIn<Report>((await open.health).text);
  const ofGroups = groupsFollow ? ["alert_groups", "coverage"] : [];
  return healthSteps(checkResults.filter(({ name }) => !ofGroups.includes(name)));
}
