/**
 * The OpenAPI description and its pages. Few ever ask, and the code for them is a tenth of the whole program: it is loaded
 * at the first request.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

/** Where the pages are. */
const pages = "/docs";

export function descriptionRoutes(app: FastifyInstance, { version, siteUrl }: Deps): void {
  let loaded: Promise<FastifyInstance> | null = null;
  const described = async () => {
    const { describeRoutes } = await import("../document/described-routes.ts");
    return describeRoutes(app.prefix, { version, siteUrl, pages: app.prefix + pages });
  };
  const description = () =>
    (loaded ??= described().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));

  /** The description as text: to write it takes longer than to send it. */
  let written = { site: "", text: "" };
  const schema = { hide: true };
  app.get(
    "/openapi.json",
    { config: { scope: "public", rateLimit: false }, schema },
    async (_request, reply) => {
      const document = (await description()).swagger();
      const site = siteUrl();
      if (written.text === "" || written.site !== site)
        written = { site, text: JSON.stringify({ ...document, servers: [{ url: site }] }) };
      return reply.type("application/json; charset=utf-8").send(written.text);
    },
  );
  for (const path of [pages, `${pages}/*`])
    app.get(path, { config: { scope: "public" }, schema }, async (request, reply) =>
      answerAs(await description(), request, reply),
    );
}

/** Gives the answer of `inner` to the same request. */
async function answerAs(inner: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const { url, headers } = request;
  const answer = await inner.inject({ url, headers });
  if (answer.statusCode === 404) return reply.callNotFound();
  const { connection: _, date: __, "transfer-encoding": ___, ...kept } = answer.headers;
  const content = answer.rawPayload;
  return reply
    .code(answer.statusCode)
    .headers(kept)
    .send(content.length === 0 ? null : content);
}
