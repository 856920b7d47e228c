/** The sub-check about OpenID Connect providers. Pure. */
import type { Outside } from "../../app/ports.ts";

/** Readable without a key: only how many fail, without names. */
export function singleSignOnCheck({ providers = [] }: Pick<Outside, "providers">) {
  if (providers.length === 0) return [];
  const failing = providers.filter(({ problem }) => problem !== null).length;
  return [
    {
      name: "single_sign_on" as const,
      label: "Single sign-on",
      status: failing > 0 ? ("warning" as const) : ("ok" as const),
      notificationMessage:
        failing > 0
          ? "People cannot sign in with an OpenID Connect provider; those who are signed in stay so. The log has the reason."
          : "",
      shortSummary: failing > 0 ? `${failing} of ${providers.length} failing` : "works",
      meta: {},
    },
  ];
}
