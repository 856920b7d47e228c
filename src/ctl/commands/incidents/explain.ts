import { resourceKinds } from "../../../core/model/model.ts";
import type { FieldTable } from "../../../resource/field.ts";
import { manifestFields } from "../../../resource/manifest.ts";
import { declared } from "../../../resource/resources.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { kindOf } from "../../input/kinds.ts";
import { fieldText, fieldsText, type FieldSchema } from "../../output/explain.ts";

/** Describes the fields of manifests, from the schemas that validate them. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const topic = args[0];
  if (topic === "incident" && args[1] !== undefined) {
    const { explainIncident } = await import("../../tasks/explain-incident.ts");
    return explainIncident(call, args[1]);
  }
  if (topic === undefined) {
    io.stdout.write(
      "A manifest is version: 1, project:, and lists of:\n\n" +
        resourceKinds.map((kind) => `  ${kind.padEnd(22)} ${declared[kind].about}\n`).join("") +
        "\nMore: monitorctl explain KIND, monitorctl explain KIND.FIELD\n",
    );
    return exitCodes.done;
  }
  const [kindName = "", field] = topic.split(".", 2);
  const kind = kindOf(kindName);
  const fields: FieldTable = manifestFields[kind];
  const isRequired = (name: string) => fields[name]!.presence === "required";
  const schemaOf = (name: string) => fields[name]!.schema as unknown as FieldSchema;
  if (field === undefined) {
    const order = Object.keys(fields).toSorted(
      (a, b) => Number(isRequired(b)) - Number(isRequired(a)),
    );
    const listed = Object.fromEntries(order.map((name) => [name, schemaOf(name)]));
    io.stdout.write(
      `${style.bold(kind)}: ${declared[kind].about}\n\n${fieldsText(listed, order.filter(isRequired), style)}\nMore: monitorctl explain ${kind}.${order[0]}\n`,
    );
    return exitCodes.done;
  }
  if (!(field in fields)) {
    const hint = didYouMean(field, Object.keys(fields));
    throw wrongInput(
      "unknown_field",
      `${kind} have no field "${field}"${hint}`,
      `monitorctl explain ${kind}`,
    );
  }
  io.stdout.write(fieldText(`${kind}.${field}`, schemaOf(field), isRequired(field), style));
  return exitCodes.done;
};
