/** API keys, sign-in by one-time code, and the current caller. */
import { Scope } from "./enumerations.ts";
import { GivenInstant, limits, Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

const Scopes = Type.Array(Scope(), {
  minItems: 1,
  maxItems: 4,
  uniqueItems: true,
  description:
    "read: look. respond: act on incidents and silences (and read). write: change alert groups and monitors (and respond). admin: keys, users, devices, audit (and all else).",
});
export const ApiKey = Shape("ApiKey", {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({
    description: "The key's first characters, to recognise it by.",
  }),
  scopes: Scopes,
  expires_at: Nullable(Timestamp("When it stops working.")),
  revoked_at: Nullable(Timestamp("When it was revoked.")),
  last_used_at: Nullable(Timestamp("Last use, to the minute.")),
  inserted_at: Timestamp("Creation time."),
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyCreate = Shape("ApiKeyCreate", {
  name: Type.String({ minLength: 1, maxLength: limits.title }),
  scopes: Type.Optional(Scopes),
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

export const Me = Shape("Me", {
  organization: Type.Object({ id: Type.String(), name: Type.String() }, { title: "Organization" }),
  key: Nullable(ApiKey, { description: "Null: a signed-in user." }),
  user: Nullable(
    Shape("MyUser", { id: Type.String(), name: Type.String(), email: Type.String() }),
    { description: "The signed-in user. Null: a key." },
  ),
  scopes: Type.Array(Scope(), { description: "The scopes of the key, or of the user's role." }),
  server: Type.Object(
    { version: Type.String(), site_url: Type.String({ format: "uri" }) },
    { title: "Server" },
  ),
});
export type Me = Static<typeof Me>;

const nullText = (description: string) => Nullable(Type.String(), { description });

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
  action: Type.String(),
  object_kind: Type.String(),
  object_id: Type.String(),
  object_title: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
});
export type AuditEvent = Static<typeof AuditEvent>;
