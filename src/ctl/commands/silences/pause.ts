import { durationOf, instantText } from "../../input/duration.ts";
import { quoted } from "../../../core/text/shell.ts";
import { paused } from "../../tasks/pausing.ts";

/** Pauses monitors: they open no incident until they are resumed, or until `--for` ends. */
export const run = paused({
  send: ({ io, options: { for: lasts } }, client, which) => {
    const until = lasts === undefined ? null : instantText(io.now() + durationOf("--for", lasts));
    return client.send("POST /monitors/pause", { body: { ...which, until } });
  },
  done: ({ paused_until }) =>
    paused_until ? `paused until ${paused_until}` : "paused until it is resumed",
  already: "is paused already",
  ofGroup: (group) =>
    `Alerts that other tools send to the group still page. To hold them: monitorctl silence add --group ${quoted(group)} --for 1h --reason TEXT`,
});
