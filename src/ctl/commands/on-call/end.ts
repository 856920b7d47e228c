import type { Run } from "../../call/call.ts";
import { done } from "../../call/structured.ts";

/** Ends an override or an absence now; one that has not begun is deleted. */
export const run: Run = async (call) => {
  const [id] = call.args;
  const client = await call.client();
  await client.send("DELETE /overrides/:id", { id: id! });
  return done(call, { ended: id }, `${id} is ended`);
};
