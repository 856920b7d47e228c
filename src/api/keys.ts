/** API keys, sign-in by one-time code, and the current caller. */
import { Timezone } from "../resource/schema.ts";
import { project } from "./declaration.ts";
import { Role, Scope } from "./enumerations.ts";
import {
  GivenInstant,
  limits,
  Nullable,
  Shape,
  Timestamp,
  Title,
  Type,
  type Static,
} from "./schema.ts";

const Scopes = Type.Array(Scope(), {
  minItems: 1,
  maxItems: 4,
  uniqueItems: true,
  description:
    "read: look. respond: act on incidents and silences (and read). write: change alert groups and monitors (and respond). admin: keys, users, devices, audit (and all else).",
});
const nullText = (description: string) => Nullable(Type.String(), { description });

const ProjectNames = Type.Array(project, { minItems: 1, maxItems: 100, uniqueItems: true });

export const ApiKey = Shape("ApiKey", {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({
    description: "The key's first characters, to recognise it by.",
  }),
  scopes: Type.Array(Scope(), {
    title: "KeyScopes",
    description: "Those of a person's key follow their role; none: they cannot sign in.",
  }),
  projects: Nullable(Type.Array(Type.String()), {
    description: "It changes resources of these projects alone. Null: of all.",
  }),
  user_id: nullText("The person whose key it is. Null: a key of the organization."),
  made_by: nullText("Who made it."),
  expires_at: Nullable(Timestamp("When it stops working.")),
  revoked_at: Nullable(Timestamp("When it was revoked.")),
  last_used_at: Nullable(Timestamp("Last use, to the minute.")),
  last_used_address: nullText("The address of that use."),
  inserted_at: Timestamp("Creation time."),
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyCreate = Shape("ApiKeyCreate", {
  name: Type.String({ minLength: 1, maxLength: limits.title }),
  scopes: Type.Optional(Scopes),
  projects: Type.Optional(Nullable(ProjectNames, { description: "Bind it to these projects." })),
  expires_at: Type.Optional(Nullable(GivenInstant("When it stops working; default: never."))),
});

export const ApiKeyCreated = Shape("ApiKeyCreated", {
  ...ApiKey.properties,
  key: Type.String({ description: "The key itself, shown this once." }),
});
export type ApiKeyCreated = Static<typeof ApiKeyCreated>;

export const Login = Shape("Login", {
  code: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "The one-time code that monitord printed.",
  }),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.title,
      description: "What to call the key, for instance this machine's name.",
    }),
  ),
});

export const DeviceAuthorizationCreate = Shape("DeviceAuthorizationCreate", {
  host: Title("The machine, for the person who answers."),
  program: Title("The program."),
});

export const DeviceAuthorization = Shape("DeviceAuthorization", {
  device_code: Type.String({ description: "For the program alone." }),
  user_code: Type.String({ description: "For the person to compare." }),
  verification_uri: Type.String({ format: "uri" }),
  verification_uri_complete: Type.String({ format: "uri" }),
  expires_in: Type.Integer({ description: "Seconds." }),
  interval: Type.Integer({ description: "Seconds between two requests for the key." }),
});

export const DeviceAuthorizationKey = Shape("DeviceAuthorizationKey", {
  device_code: Type.String({ minLength: 1, maxLength: 128 }),
});

export const OrganizationSettings = Shape("OrganizationSettings", {
  id: Type.String(),
  name: Type.String(),
  people_declared_by: Type.Array(Type.String(), {
    description: "Projects that can declare people with a key of the scope `write`, but no roles.",
  }),
});

export const OrganizationUpdate = Shape("OrganizationUpdate", {
  people_declared_by: Type.Array(project, { maxItems: 100, uniqueItems: true }),
});

export const Me = Shape("Me", {
  organization: Type.Object({ id: Type.String(), name: Type.String() }, { title: "Organization" }),
  key: Nullable(ApiKey, { description: "Null: a signed-in user." }),
  user: Nullable(
    Shape("MyUser", {
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      role: Nullable(Role()),
      timezone: Nullable(Type.String()),
      monthly_report: Type.Boolean(),
      declared: Type.Array(Type.String(), { description: "The fields that a project decides." }),
    }),
    { description: "The person of the session or key. Null: a key of the organization." },
  ),
  scopes: Type.Array(Scope(), { description: "The scopes of the key, or of the user's role." }),
  server: Type.Object(
    { version: Type.String(), site_url: Type.String({ format: "uri" }) },
    { title: "Server" },
  ),
});
export type Me = Static<typeof Me>;

export const MeUpdate = Shape("MeUpdate", {
  name: Type.Optional(Nullable(Title("What people call you."))),
  timezone: Type.Optional(Nullable(Timezone("Time zone of the dashboard; null: the browser's."))),
  monthly_report: Type.Optional(Type.Boolean()),
});

const AuditChange = Shape("AuditChange", {
  field: Type.String(),
  from: Type.Unknown(),
  to: Type.Unknown(),
  kind: Type.Optional(Type.String()),
  title: Type.Optional(Nullable(Type.String())),
  times: Type.Optional(Type.Integer({ description: "Resources that an apply changed so." })),
});

export const AuditEvent = Shape("AuditEvent", {
  id: Type.String(),
  at: Timestamp("When."),
  actor: Type.String({
    description: "Name of the key, or the name that was typed at sign-in, which proves nothing.",
  }),
  key_id: nullText("The key that authenticated the actor."),
  key_name: nullText("Name of that key at the time."),
  session_id: nullText("The browser session in which the key was used."),
  account: nullText("Id of the user who was signed in."),
  client_address: nullText("Address of the actor, as trusted proxies report it."),
  agent: nullText("Browser and system of the actor, or the program."),
  action: Type.String(),
  object_kind: Type.String(),
  object_id: Type.String(),
  object_title: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
  changes: Type.Array(AuditChange, {
    description:
      "Fields before and after, without secrets, long texts cut. An apply has equal changes once.",
  }),
  part_of: nullText("The event of the apply that this change was a part of."),
  counts: Nullable(Type.Record(Type.String(), Type.Integer(), { title: "AppliedCounts" }), {
    description: "Changes of an apply by action.",
  }),
});
export type AuditEvent = Static<typeof AuditEvent>;
