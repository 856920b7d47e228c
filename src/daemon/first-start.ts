/**
 * Prepares the first start: creates the organization that owns everything, and a setup code. Permanent
 * secrets are never printed: a code works once and for half an hour, and a key from the configuration is
 * only stored.
 */
import { randomBytes } from "node:crypto";
import type { Actor } from "../app/audit.ts";
import type { Store } from "../app/store.ts";
import { hashKey, keyPrefix } from "../core/access/api-key.ts";
import type { Instant } from "../core/model/model.ts";
import { makeSetupCode, normalizeSetupCode, setupCodeLifetime } from "../core/access/setup-code.ts";

/** The organization of everything that does not name another; made when none exists. */
export async function ensureOrganization(
  store: Store,
  now: Instant,
): Promise<{ id: string; name: string }> {
  const [oldest] = await store.read.organizations();
  return oldest ?? (await store.run("ensure_organization", { name: "default", now }));
}

/** Makes a one-time code; only its hash is stored. */
export async function createSetupCode(store: Store, actor: Actor, now: Instant): Promise<string> {
  const code = makeSetupCode(randomBytes);
  await store.run("create_setup_code", {
    actor,
    hash: hashKey(normalizeSetupCode(code)),
    expires_at: now + setupCodeLifetime,
    now,
  });
  return code;
}

/** Stores the key of the configuration as the first admin key. Returns whether there was none before. */
export async function bootstrap(
  store: Store,
  { org_id, key, now }: { org_id: string; key: string | null; now: Instant },
): Promise<boolean> {
  if (key === null || !(await store.read.nobody_yet())) return false;
  await store.run("create_key", {
    actor: { org_id, name: "configuration", request_id: null },
    name: "bootstrap",
    hash: hashKey(key),
    prefix: keyPrefix(key),
    scopes: ["admin"],
    expires_at: null,
    now,
  });
  return true;
}

/**
 * The text to print after the start. `bootstrapped`: this start stored the key of the configuration.
 * `inClone`: it was made in a clone of the repository, where npx finds the client, and an example is at hand.
 */
export async function greeting(
  store: Store,
  options: {
    siteUrl: string;
    bootstrapped: boolean;
    version: string;
    now: Instant;
    inClone: boolean;
  },
): Promise<{
  hello: string;
  /** The next steps, for people, with a code; empty once a person has signed in. */
  next: string[];
}> {
  const { siteUrl, bootstrapped, version, now, inClone } = options;
  const hello = (more: string) => `monitord ${version} listens on ${siteUrl} (${more})`;
  if (bootstrapped)
    return { hello: hello("the configured bootstrap key is now the admin key"), next: [] };
  if (!(await store.read.nobody_yet()))
    return { hello: hello(`its API: ${siteUrl}/api/v1/docs`), next: [] };
  const organization = await ensureOrganization(store, now);
  const code = await createSetupCode(
    store,
    { org_id: organization.id, name: "monitord", request_id: null },
    now,
  );
  return {
    hello: hello("no account yet: monitord setup-code creates a code"),
    next: [
      "",
      ...setupLines(siteUrl, code),
      "",
      "  Or, in place of the link, in another terminal:",
      // Elsewhere npx would look for a package of that name, which is not ours.
      `    ${inClone ? "npx " : ""}monitorctl login ${siteUrl} --code ${code}`,
      inClone
        ? "    npx monitorctl apply -f examples/minimal/monitors.yaml"
        : "    monitorctl init && monitorctl apply",
      "",
    ],
  };
}

/** How to use a one-time code, as lines. */
export function setupLines(siteUrl: string, code: string): string[] {
  return [
    "  Sign in (setup code, works once, for 30 minutes):",
    `    link  ${siteUrl}/login?code=${code}`,
    `    code  ${code}`,
  ];
}
