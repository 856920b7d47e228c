/** Sends rows as a file, which the audit log records. */
import type { FastifyReply } from "fastify";
import type { Actor, Audited } from "../../app/audit.ts";
import type { Deps } from "../deps.ts";

/** `audited`: its entry in the audit log; absent: one with the name of the file. */
export async function sendCsv(
  { store, clock }: Deps,
  reply: FastifyReply,
  actor: Actor,
  { name, text, audited }: { name: string; text: string; audited?: Omit<Audited, "changes"> },
): Promise<FastifyReply> {
  const file = { action: "export", kind: "files", object: { id: name, title: name } };
  await store.run("audit_export", {
    actor,
    ...(audited ?? file),
    now: clock.now(),
  });
  return reply
    .type("text/csv; charset=utf-8")
    .headers({
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    })
    .send(text);
}
