/** Links and passkeys by which users sign in, and the browsers that are signed in. */
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

export const SignInLinkCreate = Shape("SignInLinkCreate", {
  mail: Type.Optional(Type.Boolean({ description: "True: mail it to the user." })),
});

export const SignInLink = Shape("SignInLink", {
  id: Type.String({ description: "Identifier.", readOnly: true }),
  user_id: Type.String(),
  expires_at: Timestamp("When the link stops working."),
  url: Type.String({
    format: "uri",
    description: "The link to open. A secret; it is shown this once.",
  }),
  warning: Nullable(Type.String({ description: "Why another computer cannot open the link." })),
  mailed: Type.Boolean({ description: "The mail server has accepted it." }),
  mail_problem: Nullable(
    Type.String({ description: "Why it has not; null: no mail was asked for." }),
  ),
  inserted_at: Timestamp("Creation time."),
});
export type SignInLink = Static<typeof SignInLink>;

export const Passkey = Shape("Passkey", {
  id: Type.String({ description: "Identifier.", readOnly: true }),
  user_id: Type.String(),
  name: Type.String({ description: "The browser that made it." }),
  last_used_at: Nullable(Timestamp("Last sign-in.")),
  inserted_at: Timestamp("Creation time."),
});
export type Passkey = Static<typeof Passkey>;

export const Session = Shape("Session", {
  id: Type.String({ description: "Identifier; nothing can be done with it but ending it." }),
  name: Type.String({ description: "Name of the user, or the name that was typed at sign-in." }),
  user_id: Nullable(Type.String(), {
    description: "The user who is signed in; null: with a key.",
  }),
  key_id: Nullable(Type.String(), {
    description: "The key of the session; null: the session of a user.",
  }),
  method: Type.String({ description: "passkey, link, setup_code, key or oidc." }),
  agent: Type.String({ description: "Browser and system." }),
  client_address: Nullable(Type.String(), { description: "Address at the sign-in." }),
  inserted_at: Timestamp("Sign-in."),
  seen_at: Timestamp("Last use, to a quarter of an hour."),
  expires_at: Timestamp("When the session ends at the latest."),
});
export type Session = Static<typeof Session>;
