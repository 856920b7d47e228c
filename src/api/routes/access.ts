/** Routes of API keys, of signing in, and of the caller. */
import { answered, many, nothing, one, page } from "./answers.ts";
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  DeviceAuthorization,
  DeviceAuthorizationCreate,
  DeviceAuthorizationKey,
  Login,
  Me,
  MeUpdate,
  OrganizationSettings,
  OrganizationUpdate,
} from "../keys.ts";
import { tagged } from "./row.ts";
import { limits } from "../schema.ts";

export const keys = tagged("keys", {
  "POST /login": {
    id: "log_in",
    scope: "public",
    summary: "Exchange a one-time code for an API key",
    body: Login,
    bodyLimit: limits.openBody,
    answer: answered(201, "The key, shown this once.", ApiKeyCreated),
  },
  "POST /device_authorizations": {
    id: "begin_device_authorization",
    scope: "public",
    summary: "Begin to sign in as a person, who answers in a browser (RFC 8628)",
    body: DeviceAuthorizationCreate,
    bodyLimit: limits.openBody,
    few: true,
    answer: answered(201, "The codes.", DeviceAuthorization),
  },
  "POST /device_authorizations/key": {
    id: "redeem_device_authorization",
    scope: "public",
    summary: "Exchange an approved code for a key of the person, once",
    description:
      "Until then 400, whose `errors` has one code of RFC 8628: `authorization_pending`, `slow_down`, `access_denied` or `expired_token`. The key has the rights of the person's role at each request, and expires after 90 days without use.",
    body: DeviceAuthorizationKey,
    bodyLimit: limits.openBody,
    answer: answered(201, "The key, shown this once.", ApiKeyCreated),
  },
  "GET /organization": {
    id: "get_organization",
    scope: "read",
    summary: "Get the settings of the organization",
    answer: one(OrganizationSettings),
  },
  "PUT /organization": {
    id: "update_organization",
    scope: "admin",
    summary: "Change settings of the organization",
    body: OrganizationUpdate,
    bodyLimit: limits.managementBody,
    answer: one(OrganizationSettings),
  },
  "GET /me": {
    id: "get_me",
    scope: "read",
    session: true,
    summary: "Who the caller is",
    answer: one(Me, "The caller."),
  },
  "PUT /me": {
    id: "update_me",
    scope: "read",
    summary: "Change one's own name, time zone and monthly report",
    body: MeUpdate,
    bodyLimit: limits.openBody,
    answer: one(Me),
  },
  "GET /api_keys": {
    id: "list_api_keys",
    scope: "read",
    summary: "List API keys, without the keys themselves: a person's own, or for admins all",
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
    scope: "read",
    summary: "Revoke an API key, at once: a person's own, or as an admin any",
    answer: nothing,
  },
});
