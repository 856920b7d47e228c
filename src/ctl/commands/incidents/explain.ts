import { declaredFields, declaredRequired } from "../../../api/declaration.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { wrongInput } from "../../program/failure.ts";
import { kindOf } from "../../program/kinds.ts";
import { fieldText, fieldsText, type FieldSchema } from "../../output/explain.ts";

const kindTexts: Record<ResourceKind, string> = {
  users: "People of the organization, by their address.",
  alert_groups: "Who gets notified, and when.",
  health_check_monitors: "A URL whose JSON report becomes one status.",
  webhook_monitors: "A URL that takes error reports and counts them.",
};

/** Says what may stand in a manifest, of the very schemas that it is checked with. */
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
        resourceKinds.map((kind) => `  ${kind.padEnd(22)} ${kindTexts[kind]}\n`).join("") +
        "\nMore: monitorctl explain KIND, monitorctl explain KIND.FIELD\n",
    );
    return exitCodes.done;
  }
  const [kindName = "", field] = topic.split(".", 2);
  const kind = kindOf(kindName);
  const fields = declaredFields[kind] as unknown as Record<string, FieldSchema>;
  const required: readonly string[] = declaredRequired[kind];
  if (field === undefined) {
    const order = Object.keys(fields).toSorted(
      (a, b) => Number(required.includes(b)) - Number(required.includes(a)),
    );
    const listed = Object.fromEntries(order.map((name) => [name, fields[name]!]));
    io.stdout.write(
      `${style.bold(kind)}: ${kindTexts[kind]}\n\n${fieldsText(listed, required, style)}\nMore: monitorctl explain ${kind}.${order[0]}\n`,
    );
    return exitCodes.done;
  }
  const schema = fields[field];
  if (!schema) {
    const hint = didYouMean(field, Object.keys(fields));
    throw wrongInput(
      "unknown_field",
      `${kind} have no field "${field}"${hint}`,
      `monitorctl explain ${kind}`,
    );
  }
  io.stdout.write(fieldText(`${kind}.${field}`, schema, required.includes(field), style));
  return exitCodes.done;
};
