/** Routes of API keys, of signing in, and of the caller. */
import { answered, many, nothing, one, page } from "./answers.ts";
import { ApiKey, ApiKeyCreate, ApiKeyCreated, Login, Me } from "../keys.ts";
import { tagged } from "./row.ts";
import { limits } from "../schema.ts";

export const keys = tagged("keys", {
  "POST /login": {
    id: "log_in",
    scope: "public",
    summary: "Exchange a one-time code for an API key",
    body: Login,
    bodyLimit: limits.openBody,
    guessable: true,
    answer: answered(201, "The key, shown this once.", ApiKeyCreated),
  },
  "GET /me": {
    id: "get_me",
    scope: "read",
    session: true,
    summary: "Who the caller is",
    answer: one(Me, "The caller."),
  },
  "GET /api_keys": {
    id: "list_api_keys",
    scope: "admin",
    summary: "List the API keys, without the keys themselves",
    query: page,
    answer: many(ApiKey),
  },
  "POST /api_keys": {
    id: "create_api_key",
    scope: "admin",
    summary: "Make an API key; default scopes: read, write",
    body: ApiKeyCreate,
    judged: true,
    answer: answered(201, "The key, shown this once.", ApiKeyCreated),
  },
  "DELETE /api_keys/:id": {
    id: "revoke_api_key",
    scope: "admin",
    summary: "Revoke an API key, at once",
    answer: nothing,
  },
});
