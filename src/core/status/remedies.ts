/**
 * The sub-checks of monitord's own health: the remedy of each, and whether pages get through while it fails.
 * `/health` reports them, both doctors print the remedies. And the remedies of the sub-checks that monitord makes
 * of an endpoint's answer. Pure.
 */
import { diskRemedy } from "../disk/room.ts";
import { isOwn, ownPrefix, type OwnName } from "../health/own-check.ts";
import type { CheckResult, Instant } from "../model/model.ts";

interface SubCheck {
  /** One next step, as a command or an instruction. */
  remedy: string;
  /** True: while it is `failed`, no page arrives. */
  stopsPages: boolean;
  /** The guide about it, as `monitorctl guide` names it: `phones#run-a-drill`. */
  guide: string;
}

export const healthChecks = {
  database: {
    remedy: "Check the disk and the database of the server: monitord doctor",
    stopsPages: true,
    guide: "troubleshooting#readyz-answers-503-or-senders-get-503",
  },
  disk: { remedy: diskRemedy, stopsPages: false, guide: "operations#when-the-disk-fills-up" },
  backup: {
    remedy: "Check the folder of the backups, and the log of the server.",
    stopsPages: false,
    guide: "backup#back-up-every-night",
  },
  provisioning: {
    remedy: "Correct the manifests that the log names, and reload: kill -HUP, or systemctl reload",
    stopsPages: false,
    guide: "configuration#provision-from-files",
  },
  single_sign_on: {
    remedy: "Check the provider and --oidc-config: Settings, Single sign-on names the reason",
    stopsPages: false,
    guide: "single-sign-on#if-the-provider-is-down",
  },
  checks: {
    remedy: "Check the load of the server: monitorctl status --nodes",
    stopsPages: false,
    guide: "operations#check-that-it-worked",
  },
  pushes: {
    remedy: "Check the load of the server and its push servers: monitorctl status --nodes",
    stopsPages: true,
    guide: "troubleshooting#the-phone-does-not-ring",
  },
  unchecked: {
    remedy:
      "Find what keeps them from their checks: monitord doctor names them; too many targets that hang, or the log of the server",
    stopsPages: false,
    guide: "troubleshooting#a-monitor-is-not-checked",
  },
  exceptions: {
    remedy: "Restart the server, and report what its log says: it is a mistake in monitord.",
    stopsPages: false,
    guide: "troubleshooting#health-names-exceptions",
  },
  clock: {
    remedy: "Check the time synchronization of the server: timedatectl status",
    stopsPages: false,
    guide: "operations#understand-clocks",
  },
  retention: {
    remedy: "If the time of the server is right, let it go on: monitord retention allow",
    stopsPages: false,
    guide: "operations#understand-retention",
  },
  network: {
    remedy: "Check the network of the server.",
    stopsPages: true,
    guide: "operations#understand-offline-detection",
  },
  push_servers: {
    remedy: "Check the address and the credentials of the push server: monitord doctor",
    stopsPages: true,
    guide: "channels#if-it-does-not-work",
  },
  blind_periods: {
    remedy: "Read the log of monitord from that time.",
    stopsPages: false,
    guide: "operations#understand-monitoring-gaps",
  },
  devices: {
    remedy: "Correct their topic, server or access token: monitorctl devices list",
    stopsPages: false,
    guide: "troubleshooting#the-phone-does-not-ring",
  },
  alert_groups: {
    remedy: "Add a member who has a device: monitorctl devices add USER",
    stopsPages: false,
    guide: "phones",
  },
  coverage: {
    remedy:
      "Add a member for these hours, or widen the hours of one: monitorctl members list GROUP",
    stopsPages: false,
    guide: "on-call#if-it-does-not-work",
  },
  schedules: {
    remedy:
      "Take the shift, or name a schedule to ask otherwise: monitorctl oncall SCHEDULE --week",
    stopsPages: false,
    guide: "on-call#if-it-does-not-work",
  },
  incidents: {
    remedy: "Acknowledge them, and find out why no page got through: monitorctl incidents",
    stopsPages: false,
    guide: "notifications#find-incidents-that-reached-nobody",
  },
  drills: {
    remedy: "Check the phone together: monitorctl notify test USER",
    stopsPages: false,
    guide: "phones#run-a-drill",
  },
  inbound: {
    remedy: "Correct them at the sender: monitorctl inbound list shows what arrived.",
    stopsPages: false,
    guide: "other-tools#inspect-and-replay-inbound-events",
  },
} satisfies Record<string, SubCheck>;

/** Why no old rows are deleted, and how that ends. */
export const retentionNotice = (until: Instant): string =>
  `Old rows are not deleted until ${new Date(until).toISOString()}, because the clock jumped or monitord did not run for a day. If the time is right, run: monitord retention allow`;

/** The place of an uncaught exception. */
export const uncaughtException = "uncaught";

export type HealthCheckName = keyof typeof healthChecks;

/** The entry of a sub-check; one that this version does not know is left to the server's own doctor. */
export const healthCheckOf = (name: string): SubCheck =>
  Object.hasOwn(healthChecks, name)
    ? healthChecks[name as HealthCheckName]
    : { remedy: "On the server: monitord doctor", stopsPages: false, guide: "troubleshooting" };

const remedies: Record<OwnName, string> = {
  dns: "Check the name at its DNS provider, and the resolver that the URL names.",
  connection: "Check that the service runs, and the network and firewalls on the way to it.",
  redirects: "Set the URL to where its redirects end, or accept their status.",
  certificate:
    "Renew the certificate, with its whole chain; if it is renewed, reload the server that shows it.",
  status: "Check the log of the service, or add the status to the accepted ones.",
  answer: "Correct the server or proxy that writes the answer: stricter clients cannot read it.",
  body: "Open the URL and compare: the service fails, or the expectation is out of date.",
  response_time: "Compare the durations of the phases to find the slow one.",
  inverted: "Close or stop the service, or set invert to false if it is meant to work.",
};

/** The next step when a sub-check of ours warns or fails; null: it does not, or is an application's. */
export function remedyOf({ name, status }: Pick<CheckResult, "name" | "status">): string | null {
  if (status !== "warning" && status !== "failed") return null;
  return isOwn(name) ? remedies[name.slice(ownPrefix.length) as OwnName] : null;
}
