/** Whether an address is one that a phone can open. Pure. */

/** The address if a phone may reach it; null: it is this machine's own. */
export function reachable(site: string): string | null {
  const host = URL.parse(site)?.hostname ?? "localhost";
  const here =
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host) || host.endsWith(".localhost");
  return here ? null : site;
}

/** The reason why phones cannot open links to the site, with the remedy; null: they may be able to. */
export function unreachableSite(site: string): string | null {
  return reachable(site) === null
    ? `${site} is this machine's own address: a phone cannot open it. Start monitord with --site-url and an address that phones reach (and --host 0.0.0.0, unless a proxy stands before it).`
    : null;
}
