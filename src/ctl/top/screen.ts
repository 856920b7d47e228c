/**
 * The terminal: paints the lines of the view and passes on typed keys. Ink writes only the lines that
 * changed, on the alternate screen, and restores the terminal however the process ends.
 */
import { Box, render, Text, useInput, usePaste } from "ink";
import { createElement, memo, useSyncExternalStore, type ReactElement } from "react";
import type { Style } from "../output/style.ts";
import { painted } from "./line.ts";
import { sizeOf } from "./model.ts";
import type { Event, State } from "./state.ts";
import { keysOf } from "./terminal-keys.ts";
import { view } from "./view/view.ts";

/** The lines to show, and the events of the terminal. */
export interface Store {
  get: () => State;
  subscribe: (changed: () => void) => () => void;
  dispatch: (event: Event) => void;
}

export interface Screen {
  /** Puts the terminal back; `closed` rejects with `error`, if any. */
  close(error?: Error): void;
  /** Resolves once the terminal is restored; rejects with the error that stopped the painting. */
  closed: Promise<unknown>;
}

export function openScreen(
  store: Store,
  style: Style,
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
): Screen {
  const resized = () =>
    store.dispatch({
      type: "resized",
      size: sizeOf(stdout.columns, stdout.rows),
    });
  stdout.on("resize", resized);
  const { unmount, waitUntilExit } = render(createElement(Frame, { store, style }), {
    stdin,
    stdout,
    alternateScreen: true,
    incrementalRendering: true,
    maxFps: 20,
    exitOnCtrlC: false,
    patchConsole: false,
    // Whether this is a terminal was decided before.
    interactive: true,
    isScreenReaderEnabled: false,
  });
  return {
    close: unmount,
    closed: waitUntilExit().finally(() => stdout.off("resize", resized)),
  };
}

function Frame({ store, style }: { store: Store; style: Style }): ReactElement {
  const state = useSyncExternalStore(store.subscribe, store.get);
  useInput((input, key) => {
    for (const name of keysOf(input, key)) store.dispatch({ type: "key", key: name });
  });
  usePaste((text) => store.dispatch({ type: "paste", text }));
  const { columns, rows } = state.size;
  const lines = view(state, columns, rows).map((line, at) =>
    createElement(Row, { key: at, text: painted(line, style) }),
  );
  return createElement(Box, { flexDirection: "column" }, ...lines);
}

const Row = memo(({ text }: { text: string }) =>
  // A line without text would have no height.
  createElement(Text, { wrap: "truncate" }, text === "" ? " " : text),
);
