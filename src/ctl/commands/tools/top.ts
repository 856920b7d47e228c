import { ownZone } from "../../input/duration.ts";
import { createClient } from "../../../client/client.ts";
import type { ClientOptions } from "../../../client/request.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { isCi, type Io } from "../../io.ts";
import { painted, signsOf } from "../../top/line.ts";
import { createLoader } from "../../top/load.ts";
import { loadEvery, type Clock } from "../../top/loop.ts";
import { initial, sizeOf } from "../../top/model.ts";
import type { Size } from "../../top/state.ts";
import { stillFrame } from "../../top/view/view.ts";
import { version } from "../../call/version.ts";

/** A server that has not answered by then is said to be gone, ms. */
const requestTimeoutMs = 10_000;

/** Shows failing monitors and open incidents, with keys to respond; without a terminal, one frame. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  // Names the missing part of a sign-in.
  await call.client();
  const target = await call.target();
  const ending = new AbortController();
  const connection: ClientOptions = {
    url: target.url,
    apiKey: target.apiKey,
    userAgent: `monitorctl/${version}`,
    insecure: options.insecure ?? false,
    timeout: Math.min((options.timeout ?? 30) * 1000, requestTimeoutMs),
    // The loop retries; until then users see that the server does not answer.
    retries: 0,
    signal: ending.signal,
  };
  const client = createClient(connection);
  const loader = createLoader(client, () => io.now());
  const still = !isInteractive(io) || options["once"] === true;
  // React reads it when it is loaded: its other build keeps debugging data that grows with every frame.
  process.env["NODE_ENV"] ??= "production";
  const [{ key, organization, scopes }, data, screen] = await Promise.all([
    client.send("GET /me"),
    loader.load(null),
    // Loaded for terminals alone: only they need the painter.
    still ? null : import("../../top/run.ts"),
  ]);
  const now = io.now();
  const state = initial({
    who: {
      server: target.url,
      key: `${key?.name ?? ""} (${scopes.join(", ")}), ${organization.name}`,
    },
    look: {
      signs: signsOf(style),
      zone: ownZone(),
      still,
      readonly: options["readonly"] === true,
    },
    size: sizeFor(io, still),
    now,
    dueAt: now + loadEvery,
    data,
  });

  if (screen === null) {
    const { columns, rows } = state.size;
    for (const line of stillFrame(state, columns, rows))
      io.stdout.write(`${painted(line, style).trimEnd()}\n`);
    return exitCodes.done;
  }

  const by = options["by"];
  await screen.runTop({
    state,
    loader,
    client,
    connection,
    actor: {
      by: typeof by === "string" ? by : undefined,
      key: key?.name ?? "",
      keySource: target.keySource,
      browser: io.env["BROWSER"],
    },
    style,
    clock: clockOf(io),
    ending,
  });
  return exitCodes.done;
};

/** True when both ends are a terminal. */
function isInteractive(io: Io): boolean {
  const { stdin, stdout, env } = io;
  return stdout.isTTY && stdin.isTTY === true && env["TERM"] !== "dumb" && !isCi(io);
}

/** The terminal's size; for a frame that goes elsewhere COLUMNS and LINES, or 80×24. */
function sizeFor({ stdout, env }: Io, still: boolean): Size {
  const { columns, rows } = stdout.isTTY ? process.stdout : { columns: undefined, rows: undefined };
  const said = (name: string) => {
    const value = Number(env[name]);
    return value >= 1 && value <= 1000 ? Math.floor(value) : undefined;
  };
  return still ? sizeOf(said("COLUMNS") ?? columns, said("LINES") ?? rows) : sizeOf(columns, rows);
}

function clockOf(io: Io): Clock {
  return {
    now: () => io.now(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener("abort", done);
      }),
  };
}
