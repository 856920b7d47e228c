/** The JSON schema of configuration files, for editors. It is made of the options, so that it knows every key. Pure. */
import type { Option } from "../../core/model/option.ts";
import { allOptions } from "./options.ts";

export function configSchema(): object {
  const keys = allOptions.filter((option) => option.notInFile !== true);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of monitord",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(keys.map((option) => [option.name, schemaOf(option)])),
  };
}

function schemaOf({ type, help, default: standard }: Option): object {
  return {
    ...valueSchema(type),
    description: help,
    ...(standard === null ? {} : { default: standard }),
  };
}

function valueSchema(type: Option["type"]): object {
  const text = { type: "string", minLength: 1 };
  switch (type.kind) {
    case "integer":
      return { type: "integer", minimum: type.min, maximum: type.max };
    case "word":
      return { enum: type.words };
    case "list":
      return { anyOf: [text, { type: "array", items: text }] };
    default:
      return text;
  }
}
