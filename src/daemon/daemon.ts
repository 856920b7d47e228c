/**
 * The wiring, one straight line: the only place that names concrete adapters. Everything that has to be
 * put down again registers a named teardown the moment it exists; `stop` runs them last in first out,
 * each with its own limit, and a start that fails half-way takes the same way back.
 *
 * It is long on purpose: cut into pieces, the order in which things begin and end could not be read.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Server as TlsServer } from "node:tls";
import type { Instant } from "../core/model/model.ts";
import type { Node } from "../core/model/node.ts";
import type { Prober } from "../core/health/prober.ts";
import type { Store } from "../app/store.ts";
import { isConfigured, phoneServerOf } from "../channel/registry.ts";
import type { Post } from "../core/access/letter.ts";
import { postBy } from "./push/post.ts";
import { rulesOf } from "../core/access/address.ts";
import { formatDuration } from "../core/text/duration.ts";
import { reachable } from "../core/status/site.ts";
import { followProfile } from "./address-profile.ts";
import { anchors, reachedOf } from "./connectivity-targets.ts";
import { BackupView } from "./backup/nightly.ts";
import { Channels } from "./channels.ts";
import { secretFor } from "../store/secrets/key-file.ts";
import type { OpenSingleSignOn } from "../oidc/single-sign-on.ts";
import type { StartWriter } from "../store/sqlite/start-writer.ts";
import type { MachineClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { makeDataDir } from "./data-dir.ts";
import { LastWord } from "./disk/last-word.ts";
import { networkDisk, networkDiskRemedy } from "./disk/network-disk.ts";
import { OutageLog } from "./disk/outage-log.ts";
import { DiskView } from "./disk/watch.ts";
import { Exceptions } from "./exceptions/exceptions.ts";
import { bootstrap, ensureOrganization } from "./first-start.ts";
import { acquireLock, type Lock } from "./lock.ts";
import type { Log } from "./log.ts";
import { logGap, startLoops } from "./loops.ts";
import { Minutes } from "./minutes.ts";
import { Network } from "./network.ts";
import { clockFor, continueClock, openStore } from "./open-store.ts";
import { SnapshotFiles } from "./status/snapshot-files.ts";
import { Teardowns } from "./teardown.ts";
import { withFacts } from "./push/facts.ts";
import { ProvisioningView, startProvisioning } from "./provision/provisioning.ts";
import { startProviders } from "./providers.ts";
import { readTls } from "./tls.ts";
import { UncheckedView } from "./checks/unchecked.ts";
import { version } from "../store/migrations/version.ts";

export interface Daemon {
  /** Where it listens, without the path of the site URL. */
  url: string;
  siteUrl: string;
  /** This start stored the key of the configuration as the first admin key. */
  bootstrapped: boolean;
  store: Store;
  exceptions: Exceptions;
  /** Service time. */
  now(): Instant;
  /**
   * Reads the files of the configuration again: the certificate, for new connections, and the manifests. Returns
   * which were there. Throws when the certificate cannot be used.
   */
  reload(): string[];
  /** True while no work is running and every loop sleeps. */
  resting(): boolean;
  /** Accepts no more requests, finishes or returns running work, and closes the database. */
  stop(): Promise<void>;
}

/** Replaced by stories: time and chance. */
export interface Surroundings {
  log: Log;
  machine?: MachineClock;
  /** In [0, 1): jitter. */
  random?: () => number;
  /** How long a loop that nothing calls sleeps at most, ms; 1000 unless given. */
  longestSleep?: number;
  /** Where SQLite's writer runs; a thread of its own unless given. */
  startWriter?: StartWriter;
  /** The store of the beats, whose writes are watched; that of all else unless given. */
  counting?: (store: Store) => Store;
  /** Ends a start that still waits for its database. */
  signal?: AbortSignal;
  /** Variables for provisioned manifests. */
  variables?: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts the whole service. Throws one sentence when it cannot start, and the reason of `signal` when
 * that aborts.
 */
export async function startDaemon(
  config: Config,
  {
    log,
    machine,
    random = Math.random,
    longestSleep,
    startWriter,
    counting = (store) => store,
    signal,
    variables = {},
  }: Surroundings,
): Promise<Daemon> {
  const teardowns = new Teardowns(log);
  const outages = new OutageLog(log);
  let onAway = () => {};
  let lock: Lock | null = null;
  const clock = clockFor(config, machine);
  const exceptions = new Exceptions(log, outages, clock);
  try {
    if (config.databaseUrl === null) {
      makeDataDir(config.dataDir);
      const remote = networkDisk(config.dataDir);
      if (remote !== null) log.warn(`${remote}. ${networkDiskRemedy}`);
      const taken = acquireLock(config.dataDir);
      lock = taken;
      teardowns.add("lock", () => taken.release());
    }
    const opening = openStore(config, {
      clock,
      random,
      ...(startWriter && { startWriter }),
      onAway(why) {
        outages.change(why);
        onAway();
      },
    });
    // The largest parts are loaded while the database is opened in its own thread.
    const [store, { buildServer }, { createProber }, { createPusher, openSenders }] =
      await Promise.all([
        opening,
        import("../http/server.ts"),
        import("../probe/prober.ts"),
        import("../channel/senders.ts"),
      ]);
    teardowns.add("store", () => store.close());

    let state: "starting" | "running" | "stopping" = "starting";
    const site = { url: config.siteUrl ?? "" };
    let probing: Prober | null = null;
    let singleSignOn: OpenSingleSignOn | null = null;
    let post: Post | null = null;
    let challengeSecret: Uint8Array | null = null;
    const channels = new Channels();
    let network: Network | null = null;
    const snapshots = new SnapshotFiles(config.dataDir, version);
    const view = new DiskView();
    const backupView = new BackupView();
    const uncheckedView = new UncheckedView();
    const provisioningView = new ProvisioningView();
    const minutes = new Minutes(clock);
    const outside = () => ({
      backup: backupView.seen,
      provisioning: provisioningView.seen,
      disk: view.seen,
      providers: (singleSignOn?.issuers ?? []).map((issuer) => ({
        name: issuer.name,
        problem: singleSignOn!.stateOf(issuer).problem,
      })),
      channels: channels.list(),
      offline_since: network?.offlineSince() ?? null,
      minutes: minutes.list(),
      unchecked: uncheckedView.count,
      exceptions: exceptions.list(),
      connections: store.connections(),
    });
    const node: Node = { id: randomUUID(), name: hostname(), version };
    const server = await buildServer({
      store,
      clock,
      prober: () => probing,
      randomBytes,
      // Read when it is needed: with a database of another process the key file may be made later than this.
      challengeSecret: () =>
        (challengeSecret ??= secretFor(config.secretsKeyFile, "challenges of passkeys")),
      siteUrl: () => site.url,
      version,
      logger: log,
      tls: config.tls && readTls(config.tls),
      trustedProxies: config.trustedProxies,
      limits: { apiPerMinute: config.apiRateLimit },
      measuresKept: config.retention.measures,
      historyKept: config.retention.history,
      isConfigured: (kind) => isConfigured(config.channels, kind),
      singleSignOn: () => singleSignOn,
      oidcOnly: config.oidcOnly,
      post: () => post,
      allowAddresses: config.allowAddresses,
      outside,
      phoneServer: phoneServerOf(config.channels),
      snapshot: (slug) => snapshots.read(slug),
      notReady() {
        if (state === "stopping") return "shutting down";
        const failure = store.failure();
        if (failure !== null) return failure;
        if (view.seen?.state === "full") return view.seen.sentence;
        return state === "starting" ? "starting" : null;
      },
    });
    teardowns.add("http", async () => {
      // Requests that are still running after this are cut off. Their senders get no answer, and try
      // again.
      const cut = setTimeout(() => server.server.closeAllConnections(), 2000);
      await server.close();
      clearTimeout(cut);
    });
    const url = await server.listen({ host: config.host, port: config.port });
    if (config.siteUrl === null) site.url = url;
    lock?.reachedAt(reachable(site.url) ?? site.url);

    // The server answers already, with 503: an unreachable database does not stop the start.
    const waits = setTimeout(() => log.warn(`listens on ${url} and waits for its database`), 1000);
    await Promise.race([store.ready, aborted(signal)]).finally(() => clearTimeout(waits));
    await continueClock(clock, store);
    const { gap, stepped_by } = await store.run("begin", {
      node,
      alone: !store.shared,
      anchor: clock.anchor(),
      now: clock.now(),
    });
    if (stepped_by !== 0)
      log.warn({ by: stepped_by }, `the clock was set back by ${formatDuration(-stepped_by)}`);
    if (gap) logGap(log, gap);
    teardowns.add("node", async () => {
      const anchor = clock.anchor();
      await store.run("leave", { node: node.id, anchor, now: clock.now() });
    });
    const { id: org_id } = await ensureOrganization(store, clock.now());
    // Before the daemon is ready, so that the key works as soon as it is.
    const bootstrapped = await bootstrap(store, {
      org_id,
      key: config.bootstrapApiKey,
      now: clock.now(),
    });

    const allowed = rulesOf(config.allowAddresses);
    const following = await followProfile(store, clock, exceptions.of("organizations"));
    const userAgent = `monitord/${version}`;
    const guard = { ...following, exceptions: allowed, userAgent };
    const prober = createProber({ ...guard, onThrown: exceptions.of("probe") });
    probing = prober;
    teardowns.add("prober", () => prober.close());
    if (config.issuers.length > 0) {
      const { openSingleSignOn } = await import("../oidc/single-sign-on.ts");
      const opened = openSingleSignOn(config.issuers, {
        ...guard,
        now: () => clock.now(),
        wall: () => clock.wall(),
      });
      singleSignOn = opened;
      teardowns.add("single sign-on", () => opened.close());
    }
    const senders = await openSenders(config.channels, {
      ...guard,
      now: () => clock.wall(),
      site: () => reachable(site.url),
      onThrown: exceptions.of("push"),
    });
    post = postBy(senders, clock);
    const pusher = withFacts(channels.watching(createPusher(senders), clock), {
      store,
      clock,
      onThrown: exceptions.of("push"),
    });
    teardowns.add("pusher", () => pusher.close());

    network = new Network({
      store,
      clock,
      ask: () => reachedOf(prober, anchors(config, channels.lately(clock.now()))),
      onOffline: () => log.warn("nothing can be reached: the network of this machine is away"),
      onGap: (period) => logGap(log, period),
      onError: exceptions.of("network"),
    });
    const pace = longestSleep === undefined ? {} : { longestSleep };
    const loops = startLoops(
      {
        store,
        beats: counting(store),
        prober,
        pusher,
        clock,
        ...pace,
        random,
        log,
        node,
        channels,
        senders,
        siteUrl: site.url,
        outside,
        minutes,
        network,
        exceptions,
        view,
        snapshots,
        backupView,
        uncheckedView,
        lastWord: new LastWord(pusher),
      },
      config,
    );
    onAway = () => loops["disk"]?.nudge();
    teardowns.add("loops", async () => {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()));
    });
    const provisioner =
      config.provision.length === 0
        ? null
        : startProvisioning({
            store,
            org_id,
            node,
            clock,
            paths: config.provision,
            variables,
            provisioningView,
            log,
            ...pace,
            onError: exceptions.of("provisioning"),
          });
    const lookers = singleSignOn
      ? startProviders({
          singleSignOn,
          clock,
          log,
          ...pace,
          onError: exceptions.of("single sign-on"),
        })
      : null;
    teardowns.add("providers", async () => lookers?.stop());
    teardowns.add("provisioning", async () => provisioner?.stop());
    teardowns.add("readiness", () => void (state = "stopping"));
    state = "running";

    return {
      url,
      siteUrl: site.url,
      bootstrapped,
      store,
      exceptions,
      now: () => clock.now(),
      reload() {
        provisioner?.reload();
        if (config.tls)
          (server.server as unknown as TlsServer).setSecureContext(readTls(config.tls));
        return [...(config.tls ? ["the certificate"] : []), ...(provisioner ? ["manifests"] : [])];
      },
      resting: () =>
        [...Object.values(loops), ...[provisioner, lookers].filter((one) => one !== null)].every(
          (loop) => loop.resting(),
        ),
      stop: () => teardowns.run(),
    };
  } catch (error) {
    await teardowns.run();
    throw error;
  }
}

/** Never resolves; rejects when `signal` aborts. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
