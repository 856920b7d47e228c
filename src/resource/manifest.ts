/** The fields of a resource as manifests have them: references hold external_ids, under a name of their own. */
import { namesOf, optional, required, Type, type Field, type FieldTable } from "./field.ts";
import { Email, ExternalId } from "./schema.ts";
import { everyResource } from "./shared.ts";
import { createSchema } from "./schemas.ts";
import type { ResourceKind } from "./kinds.ts";
import { descriptionOf, eachKind, type FieldsOf } from "./resources.ts";
import { member } from "./member.ts";

type NameOf<N, F> = F extends { reference: { as: infer A extends string } } ? A : N;
type InManifest<F extends FieldTable> = {
  -readonly [N in Exclude<keyof F, "external_id"> as NameOf<N, F[N]>]: F[N];
} & { external_id: typeof external_id; previous_id: typeof previous_id };

const external_id = required(ExternalId, everyResource.external_id);
const previous_id = optional(
  {
    ...ExternalId,
    description:
      "The external_id that it had before: the resource of that name gets the new one, and keeps its history, its incidents and its URL. Without effect once that is done.",
  },
  { label: "Previous ID" },
);

/** Fields that identify a resource: they have no default for all, and no plan compares them. */
export const identifying: readonly string[] = ["external_id", "previous_id"];

function inManifest<F extends FieldTable>(fields: F): InManifest<F> {
  const renamed = Object.entries(fields).map(([name, field]: [string, Field]) => {
    const { reference, schema } = field;
    if (!reference) return [name, field];
    return [reference.as, { ...field, schema: { ...schema, description: reference.description } }];
  });
  return Object.fromEntries([
    ["external_id", external_id],
    ["previous_id", previous_id],
    ...renamed.filter(([name]) => name !== "external_id"),
  ]) as InManifest<F>;
}

const memberEmail = Email("Address of the member.");

/** A member by address, or with hours of their own. */
const DeclaredMember = createSchema(
  {
    email: required(memberEmail, { label: "Email" }),
    ...member.fields,
  },
  "DeclaredMember",
);

/** The keys of a group in manifests, beside its fields. */
const members = optional(
  Type.Array(Type.Union([memberEmail, DeclaredMember]), {
    maxItems: 1000,
    description:
      "Emails of the members, all of them; or `{email, …}` for one with a time zone, contact hours, days or a minimum_priority of their own. Left out: membership is not managed here.",
  }),
  { label: "Members", original: true },
);

/** The declared fields of each kind, by their name in manifests, where `external_id` is required. */
export const manifestFields = withMembers(
  eachKind((kind) => inManifest(descriptionOf(kind).fields)) as {
    [K in ResourceKind]: InManifest<FieldsOf<K>>;
  },
);

function withMembers<M extends Record<"alert_groups", object>>(fields: M) {
  return { ...fields, alert_groups: { ...fields.alert_groups, members } };
}

/** The fields that every server of the API has, by their name in manifests. */
export const originalFields = (kind: ResourceKind): string[] =>
  namesOf(manifestFields[kind], (field) => field.original === true);
