/**
 * Step-up: which requests of a signed-in browser need a fresh proof that its owner is there (`core/access/proof`). Keys
 * prove themselves with each request.
 */
import type { Body, Route } from "../../api/routes/table.ts";
import { isProved } from "../../core/access/proof.ts";
import { restoreMasked } from "../../core/declare/secrets.ts";
import type { Device, Instant } from "../../core/model/model.ts";
import type { Caller } from "../../store/reads/access.ts";
import { Problem } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";

/** The object of the request as it is stored; null: none. */
interface Stored {
  role(): Promise<string | null>;
  device(): Promise<Device | null>;
}

/** True when a request of the route needs a proof. */
type Needs<R extends Route> = (
  body: Partial<Body<R>>,
  stored: Stored,
) => boolean | Promise<boolean>;

/** The fields of a device that lead its pushes elsewhere, or prove to their receiver that they are of monitord. */
const leading = ["kind", "target", "server", "access_token", "secret"] as const;

/** The changes by which a stolen session would outlive its end, or let another person in. */
const needing: { [R in Route]?: Needs<R> } = {
  "POST /api_keys": ({ scopes }) => scopes?.includes("admin") ?? false,
  "POST /users/:user_id/sign_in_links": () => true,
  "POST /users": ({ role }) => (role ?? null) !== null,
  "PUT /users/:id": async ({ role }, stored) =>
    role !== undefined && role !== (await stored.role()),
  "PUT /users/:user_id/devices/:id": async (body, stored) => {
    const device = await stored.device();
    if (!device) return false;
    const wanted = { ...device, ...restoreMasked("devices", body as Partial<Device>, device) };
    return leading.some((name) => wanted[name] !== device[name]);
  },
  "PUT /organization": () => true,
  "POST /webhook_monitors/:id/rotate_webhook": () => true,
  "POST /alert_groups/:id/rotate_webhook": () => true,
  "POST /alert_groups/:id/rotate_ping_key": () => true,
};

/** Refuses a request of a browser that needs a fresh proof and has none. */
export async function refuseUnproved<R extends Route>(
  { store }: Pick<Deps, "store">,
  name: R,
  request: { params: Record<string, string>; body: unknown; caller: Caller },
  now: Instant,
): Promise<void> {
  const needs: Needs<R> | undefined = needing[name];
  const { caller, params } = request;
  if (!needs || isProved(caller, now)) return;
  const { id = "", user_id = "" } = params;
  const stored: Stored = {
    role: async () => (await store.read.resource("users", caller.org_id, id, now))?.role ?? null,
    device: async () =>
      (await store.read.devices(caller.org_id, user_id))?.find((one) => one.id === id) ?? null,
  };
  if (await needs((request.body ?? {}) as Partial<Body<R>>, stored)) throw unproved();
}

/** Refuses a change of a browser without a fresh proof. */
export function demandProof(caller: Caller, now: Instant): void {
  if (!isProved(caller, now)) throw unproved();
}

const unproved = () =>
  new Problem("proof-needed", "This change needs a fresh proof that it is you. Sign in again.");
