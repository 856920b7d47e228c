/** Whether an address is one that a phone can open. Pure. */

/** The address if a phone may reach it; null: it is this machine's own. */
export function reachable(site: string): string | null {
  const host = URL.parse(site)?.hostname ?? "localhost";
  const here =
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host) || host.endsWith(".localhost");
  return here ? null : site;
}

/** Last labels that no server of others resolves: reserved (RFC 2606, 6761, 6762, 8375, 9476), or usual in private networks. */
const privateNames =
  /^(localhost|local|internal|intranet|private|corp|home|lan|alt|onion|arpa|test|example|invalid)$/i;

/** True for a site under https whose name others can look up: not an IP address, and not a name of a private network. */
export function isPublicName(site: string): boolean {
  const { protocol, hostname } = URL.parse(site) ?? { protocol: "", hostname: "" };
  const [last = "", ...before] = hostname.replace(/\.$/, "").split(".").toReversed();
  return (
    protocol === "https:" &&
    before.length > 0 &&
    /^[a-z][a-z\d-]*$/i.test(last) &&
    !privateNames.test(last)
  );
}

/** The reason why phones cannot open links to the site, with the remedy; null: they may be able to. */
export function unreachableSite(site: string): string | null {
  return reachable(site) === null
    ? `${site} is this machine's own address: a phone cannot open it. Start monitord with --site-url and an address that phones reach (and --host 0.0.0.0, unless a proxy stands before it).`
    : null;
}
