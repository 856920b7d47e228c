/** The description of routes, made from the very schemas that validate, and the pages that show it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { fastify, type FastifyInstance } from "fastify";
import type { Row } from "../../api/routes/row.ts";
import { openRoutes } from "../../api/routes/open.ts";
import { routes } from "../../api/routes/table.ts";
import { describeApi } from "./description.ts";
import { optionsOf } from "../request/asked.ts";
import { makeJson, noCompilersOfFastify } from "../request/compilers.ts";

type Table = Record<string, Row & { tag: string }>;

/**
 * A server that never listens: it has the routes of the tables to describe them (those of the API below `prefix`), and
 * answers requests for `pages`.
 */
export async function describeRoutes(
  prefix: string,
  { version, siteUrl, pages }: { version: string; siteUrl: () => string; pages: string },
): Promise<FastifyInstance> {
  const app = fastify({ schemaController: noCompilersOfFastify });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(makeJson);
  await app.register(swagger, describeApi(version));
  const describe = (table: Table, prefix: string, open: boolean) => {
    for (const [name, row] of Object.entries(table)) {
      const { method, url, schema } = optionsOf(name, row, open);
      app.route({ method, url: prefix + url, schema, handler });
    }
  };
  describe(openRoutes, "", true);
  describe(routes, prefix, false);
  await app.register(swaggerUi, {
    routePrefix: pages,
    logo: { type: "image/svg+xml", content: Buffer.from(wordmark) },
    // Where its files are, for a page whose address has no slash at the end.
    indexPrefix: (URL.parse(siteUrl())?.pathname ?? "").replace(/\/$/, ""),
    transformSpecification: (description) => ({
      ...description,
      servers: [{ url: siteUrl() }],
    }),
    // The page's own policy, without the parts that assume https or other servers: LANs have neither.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { url: "../openapi.json" },
  });
  await app.ready();
  return app;
}

const handler = () => null;

const wordmark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><text x="0" y="21" fill="#fff" font-family="sans-serif" font-size="20">monitord</text></svg>';
