/** Sends rows as a file, which the audit log records. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Audited } from "../../app/audit.ts";
import { actorOf } from "../request/auth.ts";
import type { Site } from "./site.ts";

/** `what`: as the audit log calls it; absent: by the name of the file. */
export async function sendCsv(
  { store, clock }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, text, what }: { name: string; text: string; what?: Omit<Audited, "changes"> },
): Promise<FastifyReply> {
  const file = { action: "export", kind: "files", object: { id: name, title: name } };
  await store.run("audit_export", {
    actor: actorOf(request),
    ...(what ?? file),
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
