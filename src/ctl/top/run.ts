/** Connects the parts of the dashboard: store, loop, event stream, screen. */
import type { Client } from "../../client/client.ts";
import { listen } from "../../client/events.ts";
import type { ClientOptions } from "../../client/request.ts";
import { failureOf } from "../call/failure.ts";
import type { Style } from "../output/style.ts";
import { perform, type Actor } from "./act.ts";
import type { Loader } from "./load.ts";
import { startLoop, type Clock } from "./loop.ts";
import { update } from "./model.ts";
import { openScreen, type Store } from "./screen.ts";
import { monitorsSeen } from "./rows.ts";
import type { Effect, Event, State } from "./state.ts";

/** Between two attempts to connect to the event stream, ms. */
const listenAgainAfter = 5000;
/** How often ages are counted on, ms. */
const tickEvery = 400;

export interface Parts {
  state: State;
  loader: Loader;
  client: Client;
  connection: ClientOptions;
  actor: Actor;
  style: Style;
  clock: Clock;
  /** Ends everything that is under way. */
  ending: AbortController;
}

/** Shows the dashboard until the user quits. */
export async function runTop(parts: Parts): Promise<void> {
  const { loader, client, connection, actor, clock, ending } = parts;
  const { signal } = ending;
  let state = parts.state;
  const watchers = new Set<() => void>();
  const store: Store = {
    get: () => state,
    subscribe(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    dispatch(event: Event) {
      const step = update(state, event);
      state = step.state;
      for (const changed of watchers) changed();
      for (const effect of step.effects) follow(effect);
    },
  };
  const screen = openScreen(store, parts.style, process.stdin, process.stdout);
  const loop = startLoop({
    load: () => loader.load(state.details?.ref ?? null, monitorsSeen(state)),
    reasonOf: (error) => failureOf(error, actor.keySource).message,
    dispatch: store.dispatch,
    clock,
    signal,
  });

  function follow(effect: Effect): void {
    if (effect.kind === "quit") return screen.close();
    if (effect.kind === "load") return loop.poke();
    perform(effect, client, actor)
      .then((outcome) => {
        if (!signal.aborted)
          store.dispatch({ type: "answered", undo: null, ...outcome, now: clock.now() });
      })
      .catch((error: Error) => screen.close(error));
  }

  async function tick(): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(tickEvery, signal);
      store.dispatch({ type: "tick", now: clock.now() });
    }
  }

  /** Servers without an event stream are polled every two seconds, as all are. */
  async function followEvents(): Promise<void> {
    const listener = {
      onEvent: () => loop.poke(),
      onAlive: () => store.dispatch({ type: "heard", at: clock.now() }),
    };
    while (!signal.aborted && (await listen(connection, listener, signal))) {
      if (signal.aborted) return;
      // The next load shows whether the server is unreachable.
      store.dispatch({ type: "heard", at: null });
      loop.poke();
      await clock.sleep(listenAgainAfter, signal);
    }
  }

  const others = [tick(), followEvents(), loop.ended];
  try {
    await screen.closed;
  } finally {
    ending.abort();
    await Promise.all(others);
  }
}
