import { durationOf, instantText } from "../../input/duration.ts";
import { paused } from "../../tasks/pausing.ts";

/** Pauses monitors: they open no incident until they are resumed, or until `--for` ends. */
export const run = paused({
  send: ({ io, options }, client, { kind, resource }) => {
    const { for: given } = options;
    const until =
      given === undefined ? undefined : instantText(io.now() + durationOf("--for", given));
    return client.send(`POST /${kind}/:id/pause`, { id: resource.id, body: { until } });
  },
  done: ({ paused_until }) =>
    paused_until ? `paused until ${paused_until}` : "paused until it is resumed",
});
