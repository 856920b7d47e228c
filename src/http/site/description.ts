/** The OpenAPI description, made from the very schemas that validate. */
import { resourceKinds } from "../../resource/kinds.ts";
import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { declared } from "../../resource/resources.ts";
import { needsBody } from "../request/given.ts";
import { mapValues, nameTypes, type Json } from "../answer/named-types.ts";
import { sharedResponses } from "../../api/routes/answers.ts";

const tags: [string, string][] = [
  ...resourceKinds.map((kind): [string, string] => [kind, declared[kind].about]),
  ["marks", "Moments in charts, such as deployments."],
  ["devices", "Where people are reached."],
  ["incidents", "What is or was wrong."],
  ["events", "What changes, as it changes."],
  ["notifications", "What was sent to whom, and whether it arrived."],
  ["inbound", "Inbound webhook URLs and what they refused."],
  ["keys", "API keys and signing in."],
  ["audit", "Who changed what."],
  ["nodes", "The running daemons."],
  ["declarations", "Everything at once, from a manifest."],
];

export function describeApi(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "monitord",
        version,
        description:
          "Monitoring and alerting. Updates change the fields that are given; `null` sets an optional field back to its default. Lists are arrays, oldest first (`order=desc`, where a list has it: newest first); with `limit` they come in pages with a `Link` to the next. A method that a path does not have is 405 with `Allow`. Errors are problems as RFC 9457 describes them.",
        license: { name: "GPL-3.0-or-later", identifier: "GPL-3.0-or-later" },
      },
      tags: tags.map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          key: {
            type: "http",
            scheme: "bearer",
            description: "An API key, mon_….",
          },
        },
      },
      security: [{ key: [] }],
    },
    hideUntagged: true,
    transformObject: (document) =>
      nameTypes(
        withOptionalBodies((document as { openapiObject: Json }).openapiObject),
        sharedResponses,
      ),
  };
}

/** The document with `requestBody.required` as the routes mean it: fastify's description says "always". */
function withOptionalBodies(document: Json): Json {
  const operation = (part: Json): Json => {
    const body = part["requestBody"] as Body | undefined;
    return body
      ? {
          ...part,
          requestBody: { ...body, required: needsBody(body.content["application/json"].schema) },
        }
      : part;
  };
  return { ...document, paths: mapValues(document["paths"], (path) => mapValues(path, operation)) };
}

interface Body {
  content: { "application/json": { schema: { required?: string[] } } };
}
