/** All providers of the configuration behind one port, and the loop that keeps asking them for their settings. */
import type { Issuer, SingleSignOn } from "../core/access/issuer.ts";
import { createDeadlines } from "../probe/deadlines.ts";
import { issuerIn } from "./logout-token.ts";
import { Provider, type ProviderTools } from "./provider.ts";
import { openWayOut, type WayOutOptions } from "./way-out.ts";

export type SingleSignOnOptions = WayOutOptions & Pick<ProviderTools, "now" | "wall">;

export interface OpenSingleSignOn extends SingleSignOn {
  close(): Promise<void>;
}

export function openSingleSignOn(
  issuers: readonly Issuer[],
  options: SingleSignOnOptions,
): OpenSingleSignOn {
  const deadlines = createDeadlines();
  const ways = issuers.map((issuer) => openWayOut(issuer, options));
  const providers = new Map(
    issuers.map((issuer, index) => [
      issuer.issuer,
      new Provider(issuer, { ...options, deadlines, way: ways[index]! }),
    ]),
  );
  const of = ({ issuer }: Issuer) => providers.get(issuer)!;
  return {
    issuers,
    stateOf: (issuer) => of(issuer).state,
    look: (issuer) => of(issuer).look(),
    begin: (issuer, ...more) => of(issuer).begin(...more),
    finish: (issuer, ...more) => of(issuer).finish(...more),
    logoutUrl: (issuer, ...more) => of(issuer).logoutUrl(...more),
    async loggedOut(token) {
      const provider = providers.get(issuerIn(token) ?? "");
      return (
        (await provider?.loggedOut(token)) ?? {
          ok: false,
          why: "invalid",
          reason: "the logout token is of no provider of the configuration",
        }
      );
    },
    async close() {
      deadlines.close();
      await Promise.all(ways.map((way) => way.close()));
    },
  };
}
