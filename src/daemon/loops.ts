/** Starts all background loops, and connects the nudges between them. */
import type { Store } from "../app/store.ts";
import type { Nudge } from "../store/kit/nudge.ts";
import { standsFor, type ClockStep } from "../core/clock/timeline.ts";
import { formatDuration, formatShift as signed } from "../core/text/duration.ts";
import { retentionNotice } from "../core/status/remedies.ts";
import type { ServiceClock } from "./clock.ts";
import type { MonitoringGap } from "../core/model/model.ts";
import { startBackups } from "./backup/nightly.ts";
import { startChannels } from "./channels.ts";
import type { Config } from "./config/config.ts";
import { startCoverage } from "./coverage.ts";
import { startDescriptorWatch } from "./watch/descriptors.ts";
import { startDispatcher } from "./dispatcher.ts";
import type { Exceptions } from "./exceptions/exceptions.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { startJanitor } from "./janitor.ts";
import { startDiskWatch } from "./disk/watch.ts";
import type { Log } from "./log.ts";
import type { Loop, LoopContext } from "./loop.ts";
import type { Minutes } from "./minutes.ts";
import { startMonthlyReports } from "./push/monthly-reports.ts";
import { startNetwork } from "./network.ts";
import { startPoller } from "./checks/poller.ts";
import { startSecondNet } from "./watch/second-net.ts";
import { startShifts } from "./shifts.ts";
import { startSubscriberMails } from "./push/subscriber-mails.ts";
import { startSnapshots } from "./status/snapshots.ts";
import { startTimekeeper } from "./timekeeper.ts";
import { startHeartbeatUrl } from "./heartbeat-url.ts";
import { startUnchecked } from "./checks/unchecked.ts";

type Context = Omit<LoopContext, "onError" | "clock"> & { clock: ServiceClock } & Pick<
    Parameters<typeof startPoller>[0],
    "store" | "prober" | "node"
  > &
  Pick<Parameters<typeof startDispatcher>[0], "pusher" | "random"> & { minutes: Minutes } & Pick<
    Parameters<typeof startChannels>[0],
    "channels" | "senders"
  > &
  Pick<Parameters<typeof startMonthlyReports>[0], "siteUrl"> &
  Pick<Parameters<typeof startHeartbeatUrl>[0], "outside"> &
  Pick<Parameters<typeof startNetwork>[0], "network"> &
  Pick<Parameters<typeof startBackups>[0], "backupView"> &
  Pick<Parameters<typeof startUnchecked>[0], "uncheckedView"> &
  Pick<Parameters<typeof startSnapshots>[0], "snapshots"> &
  Pick<Parameters<typeof startDiskWatch>[0], "view" | "lastWord"> & {
    log: Log;
    exceptions: Exceptions;
    /** The store of the heartbeat. */
    beats: Store;
  };

export function startLoops(context: Context, config: Config): Record<string, Loop> {
  const { store, log, network, exceptions } = context;
  const failing = exceptions.of;
  const heartbeat = startHeartbeat({
    ...context,
    store: context.beats,
    onGone: ({ id, name }) => {
      log.warn({ node: id }, `the node on ${name} is silent: its checks are taken over`);
    },
    onGap: (period) => logGap(log, period),
    onStep: (step) => logStep(log, step),
    onAdopted: (by) => {
      network.adopted(by);
      log.warn({ by }, `adopted the time of the clock: moved by ${signed(by)}`);
    },
    onError: failing("heartbeat"),
  });
  const monthlyReports = startMonthlyReports({
    ...context,
    historyKept: config.retention.history,
    onError: failing("monthly reports"),
  });
  const dispatcher = startDispatcher({ ...context, onError: failing("dispatcher") });
  const subscriberMails = startSubscriberMails({
    ...context,
    onError: failing("mails to subscribers"),
  });
  const loops = {
    heartbeat,
    poller: startPoller({
      ...context,
      caughtUp: () => heartbeat.caughtUp(),
      onError: failing("poller"),
    }),
    timekeeper: startTimekeeper({ ...context, onError: failing("timekeeper") }),
    coverage: startCoverage({ ...context, onError: failing("coverage") }),
    shifts: startShifts({ ...context, onError: failing("shifts") }),
    disk: startDiskWatch({ ...context, onError: failing("disk") }),
    descriptors: startDescriptorWatch({ ...context, onError: failing("descriptors") }),
    unchecked: startUnchecked({ ...context, onError: failing("unchecked") }),
    snapshots: startSnapshots({ ...context, onError: failing("snapshots of status pages") }),
    channels: startChannels({ ...context, onError: failing("channels") }),
    ...(monthlyReports && { monthlyReports }),
    ...(subscriberMails && { subscriberMails }),
    network: startNetwork({ ...context, onError: failing("network") }),
    ...(config.heartbeatUrl !== null && {
      heartbeatUrl: startHeartbeatUrl({
        ...context,
        url: config.heartbeatUrl,
        onSilence: (why) =>
          why === null
            ? log.info("the heartbeat is heard again")
            : log.warn(`no heartbeat: ${why}`),
        onError: failing("heartbeat URL"),
      }),
    }),
    ...(config.backups !== null && {
      backups: startBackups({
        ...context,
        backups: config.backups,
        dataDir: config.dataDir,
        onError: failing("backups"),
      }),
    }),
    janitor: startJanitor({
      ...context,
      retention: config.retention,
      onDeleted: (deleted) => log.info({ deleted }, `deleted old rows: ${tallied(deleted)}`),
      onPartitions: ({ made, dropped }) => {
        if (made) log.debug({ made }, "made partitions for the next days");
        if (dropped) log.info({ dropped }, `dropped old partitions: ${dropped.join(", ")}`);
      },
      onMissing: (missing) =>
        log.warn(
          { missing },
          `could not make ${missing.join(" and ")}: rows are kept in the rest until then; tried again in 10 minutes`,
        ),
      onWait: (until) => {
        if (until === null) log.info("retention goes on");
        else log.warn(retentionNotice(until));
      },
      onError: failing("janitor"),
    }),
    dispatcher,
    secondNet: startSecondNet({
      ...context,
      onOverdue: failing("overdue"),
      nudgePushes: () => dispatcher.nudge(),
      onError: failing("second net"),
    }),
  };
  const nudged: Partial<Record<Nudge, Loop>> = {
    checks: loops.poller,
    wakes: loops.timekeeper,
    pushes: loops.dispatcher,
    coverage: loops.coverage,
    shifts: loops.shifts,
  };
  store.onNudge((nudge, at) => nudged[nudge]?.nudge(at));
  return loops;
}

/** Logs a step of the clock, or its end. */
function logStep(log: Log, step: ClockStep | null): void {
  if (step === null) log.info("the clock agrees again");
  else
    log.warn(
      { by: step.by },
      `the clock was stepped by ${signed(step.by)}: monitoring goes on as before, and adopts the new time if it stands for ${formatDuration(standsFor)}`,
    );
}

const tallied = (deleted: Record<string, number>) =>
  Object.entries(deleted)
    .map(([table, n]) => `${n} ${table}`)
    .join(", ");

/** Logs a monitoring gap. */
export function logGap(log: Log, { id, from, to, reason }: MonitoringGap): void {
  log.warn({ blind_period: id, reason }, `monitoring gap of ${formatDuration(to - from)}`);
}
