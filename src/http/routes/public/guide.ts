/** The guides, without a login: they are the same on each installation of this version. */
import type { FastifyInstance } from "fastify";
import { searchGuides } from "../../../core/guide/search.ts";
import { foundPage, guidePage, guidesPage, noGuidePage } from "../../../dashboard/pages/guide.ts";
import { readPicture } from "../../../guide/guide-files.ts";
import { readGuides } from "../../../guide/read-guides.ts";
import { baseOf } from "../../answer/pages.ts";
import { page, type Site } from "../../site/site.ts";

const options = page("public");

const type = "text/html; charset=utf-8";
const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "cache-control": "public, max-age=300",
};
/** Longest search, characters. */
const maxSearch = 100;

export function guidePages(app: FastifyInstance, site: Site): void {
  const around = () => ({ base: baseOf(site), version: site.version });

  app.get<{ Querystring: { q?: string | string[] } }>("/guide", options, (request, reply) => {
    const words = [request.query.q ?? ""].flat().join(" ").trim().slice(0, maxSearch);
    const guides = readGuides();
    return reply
      .headers(headers)
      .type(type)
      .send(
        words === ""
          ? guidesPage(around(), guides)
          : foundPage(around(), words, searchGuides(guides, words)),
      );
  });

  app.get<{ Params: { name: string } }>("/guide/:name", options, (request, reply) => {
    const guides = readGuides();
    const guide = guides.find(({ name }) => name === request.params.name);
    reply.headers(headers).type(type);
    return guide
      ? reply.send(guidePage(around(), guide, guides))
      : reply.code(404).send(noGuidePage(around()));
  });

  app.get<{ Params: { file: string } }>("/guide/images/:file", options, (request, reply) => {
    const { file } = request.params;
    const picture = readPicture(file);
    return picture
      ? reply
          .headers(headers)
          .type(file.endsWith(".svg") ? "image/svg+xml" : "image/png")
          .send(picture)
      : reply.code(404).type("text/plain").send("Picture not found.");
  });
}
