/** Routes of users: their devices, links that invite them, passkeys, and the sessions of browsers. */
import {
  answered,
  many,
  nothing,
  one,
  readConditions,
  saved,
  unlessKnown,
  writeConditions,
} from "./answers.ts";
import {
  DeviceInvitation,
  DeviceInvitationCreate,
  DeviceInvitationCreated,
} from "../device-invitations.ts";
import { Notification } from "../incidents.ts";
import { tagged } from "./row.ts";
import { Type } from "../schema.ts";
import { Passkey, Session, SignInLink, SignInLinkCreate } from "../sign-in-links.ts";
import { Device, DeviceCreate, DeviceUpdate } from "../users.ts";

export const devices = tagged("devices", {
  "GET /users/:user_id/devices": {
    id: "list_devices",
    scope: "read",
    summary: "List the devices of a user",
    answer: many(Device),
  },
  "GET /users/:user_id/devices/:id": {
    id: "get_device",
    scope: "read",
    summary: "Get one device",
    headers: readConditions,
    answer: unlessKnown(Device),
  },
  "POST /users/:user_id/devices": {
    id: "create_device",
    scope: "admin",
    own: true,
    summary: "Add a device to a user",
    kind: "devices",
    body: DeviceCreate,
    judged: true,
    answer: saved(Device),
  },
  "PUT /users/:user_id/devices/:id": {
    id: "update_device",
    scope: "admin",
    own: true,
    summary: "Change fields of a device; those left out keep their value",
    headers: writeConditions,
    kind: "devices",
    body: DeviceUpdate,
    judged: true,
    answer: one(Device),
  },
  "POST /users/:user_id/devices/:id/test": {
    id: "test_device",
    scope: "write",
    own: true,
    summary: "Send a silent test push; a response verifies the device",
    answer: answered(202, "It is queued.", Notification),
  },
  "DELETE /users/:user_id/devices/:id": {
    id: "delete_device",
    scope: "admin",
    own: true,
    summary: "Remove a device",
    answer: nothing,
  },
});

export const deviceInvitations = tagged("devices", {
  "POST /users/:user_id/device_invitations": {
    id: "create_device_invitation",
    scope: "admin",
    own: true,
    summary: "Make a link by which one phone is added, within 30 minutes",
    description:
      "Opened on the phone, it leads through the ntfy app, a topic and a test to a device that has answered. Opening it changes nothing; the first test makes the device, and its answer uses the link up.",
    body: DeviceInvitationCreate,
    judged: true,
    answer: answered(201, "The link, shown this once.", DeviceInvitationCreated),
  },
  "GET /users/:user_id/device_invitations/:id": {
    id: "get_device_invitation",
    scope: "read",
    summary: "Get the status of an invitation link",
    answer: one(DeviceInvitation),
  },
  "DELETE /users/:user_id/device_invitations/:id": {
    id: "delete_device_invitation",
    scope: "admin",
    own: true,
    summary: "Withdraw a link to add a phone; a device that it made stays",
    answer: nothing,
  },
});

export const accounts = {
  ...tagged("users", {
    "GET /users/:user_id/passkeys": {
      id: "list_passkeys",
      scope: "admin",
      own: true,
      summary: "List the passkeys of a user",
      answer: one(Type.Array(Passkey, { title: "Passkeys" })),
    },
    "DELETE /users/:user_id/passkeys/:id": {
      id: "remove_passkey",
      scope: "admin",
      own: true,
      summary: "Remove a passkey of a user: it no longer signs in",
      answer: nothing,
    },
    "POST /users/:user_id/sign_in_links": {
      id: "create_sign_in_link",
      scope: "admin",
      summary: "Make a link by which a user with a role signs in, once, within 24 hours",
      description:
        "Opening the link changes nothing; its button uses the link up. Earlier links of the user stop working.",
      body: SignInLinkCreate,
      answer: answered(201, "The link, shown this once.", SignInLink),
    },
  }),
  ...tagged("keys", {
    "GET /sessions": {
      id: "list_sessions",
      scope: "admin",
      summary: "List the browsers that are signed in",
      answer: one(Type.Array(Session, { title: "Sessions" })),
    },
    "DELETE /sessions/:id": {
      id: "end_session",
      scope: "admin",
      summary: "End a session: the browser is signed out",
      answer: nothing,
    },
  }),
};
