/**
 * What the service needs from outside, and nothing about how it is done: a store, something that fetches
 * health endpoints, something that pushes, and a clock. `daemon` picks the adapters.
 */
import type { BoardReads, Session } from "./board.ts";
import type { PushText } from "../core/paging/bundle.ts";
import type { Command, ErrorReport } from "../core/model/command.ts";
import type { Evidence } from "../core/explain/explain.ts";
import type { Guidance } from "../core/incident/guidance.ts";
import type { Fault } from "../core/model/fault.ts";
import type {
  AlertGroup,
  Answer,
  ApiKey,
  AuditEvent,
  BlindPeriod,
  Device,
  DeviceInvitation,
  Drill,
  DrillPerson,
  EventPosition,
  HealthCheckMonitor,
  HistoryEntry,
  InboundEvent,
  Incident,
  Instant,
  LiveEvent,
  Notification,
  NotificationAttempt,
  ResourceKind,
  Resources,
  MemberRules,
  Scope,
  Silence,
  SourceKind,
  Spec,
  Subject,
  TimelineEntry,
  User,
  WebhookAuth,
  Transition,
} from "../core/model/model.ts";
import type { Values } from "../resource/field.ts";
import type { described } from "../resource/resources.ts";
import type { Receipt } from "../core/explain/receipt.ts";
import type { ActionVerb } from "../core/access/signed-action.ts";
import type { PlannedChange, WantedResource } from "../core/declare/plan.ts";
import type { PruneOptions } from "../core/declare/prune.ts";

/** The time, and waiting: stories move both by hand. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Who did something: for the audit log and the timelines. */
export interface Actor {
  org_id: string;
  /** Shown to people: the key's name. */
  name: string;
  request_id: string | null;
}

/** A resource as it is shown: declared and running state together. */
export type Shown<K extends ResourceKind> = K extends "users"
  ? Resources[K]
  : Resources[K] & { subject: Subject };

/** What came of a change that somebody asked for. Bugs and lost databases throw instead. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; why: "not_found" }
  | { ok: false; why: "stale"; version: number }
  | { ok: false; why: "conflict"; message: string; faults?: Fault[] }
  | { ok: false; why: "invalid"; faults: Fault[] };

/** A due health check, claimed. */
export interface DueCheck {
  subject_id: string;
  org_id: string;
  lease: string;
  lease_until: Instant;
  monitor: HealthCheckMonitor;
}

/** A due push, claimed: what is needed to send it. */
export interface DuePush {
  /** What it says. */
  text: PushText;
  device: Device;
  /** Pushes of one lane share slots. */
  lane: string;
  /** Equal for pushes that replace each other on the phone. */
  sequence_id: string;
  /** The notifications that it is for. */
  claims: PushClaim[];
  /** What can be done with the press of a button; a token for each (`core/signed-action`). */
  actions: { verb: ActionVerb; token: string }[];
  /** What happened; summary: several things at once. */
  event: Transition | "summary";
  /** When it happened. */
  at: Instant;
  /** The incident that it is about; null: several, or none. */
  incident: Incident | null;
}

/** One notification of a push; its attempt is the fencing token. */
export interface PushClaim {
  notification_id: string;
  attempt: number;
}

/** What came of one attempt to push. */
export type PushOutcome =
  | { kind: "delivered"; http_status: number; provider_id: string | null }
  | {
      kind: "retry";
      http_status: number | null;
      detail: string;
      /** As asked for by `Retry-After`; null when it did not say. */
      retry_after_ms: number | null;
      /** The request had been written: the phone may have rung all the same. */
      perhaps_delivered: boolean;
    }
  | { kind: "refused"; http_status: number | null; detail: string };

/**
 * The verbs that write. Each is one transaction, all or nothing, and resolves only when it is on disk.
 * Inputs and outputs are plain data; `now` is the caller's clock in every one of them.
 */
export interface Verbs {
  /** Something happened to a subject: load, decide, write. null: there is no such subject. */
  command: (input: {
    subject_id: string;
    command: Command;
    now: Instant;
  }) => { status: Subject["status"] } | null;
  /** Error reports of one monitor. Calls that wait for the same commit are decided together. */
  report: (input: {
    subject_id: string;
    reports: ErrorReport[];
    now: Instant;
  }) => { accepted: number } | null;
  /** The same for an incident named by id: acknowledge, give back, resolve, note. */
  incident: (input: {
    org_id: string;
    incident_id: string;
    command: Extract<Command, { kind: "acknowledged" | "unacknowledged" | "resolved" | "noted" }>;
    /** For the audit log; absent: nobody with a key asked. */
    actor?: Actor;
    now: Instant;
  }) => Outcome<Incident>;

  /** Puts an incident on the public status page of its group; again: an update beside what is there. */
  publish: (input: {
    actor: Actor;
    incident_id: string;
    by: string;
    message: string;
    /** undefined: as it is; null: that of its monitor. */
    title: string | null | undefined;
    now: Instant;
  }) => Outcome<Incident>;
  unpublish: (input: {
    actor: Actor;
    incident_id: string;
    by: string;
    now: Instant;
  }) => Outcome<Incident>;

  /** Create, or update by `id` or by a known `external_id`. */
  save: <K extends ResourceKind>(
    input: SaveInput<K>,
  ) => Outcome<{
    created: boolean;
    resource: Shown<K>;
  }>;
  remove: (input: {
    actor: Actor;
    kind: ResourceKind;
    id: string;
    if_version: number | null;
    now: Instant;
  }) => Outcome<null>;
  pause: (input: {
    actor: Actor;
    kind: "health_check_monitors" | "webhook_monitors";
    id: string;
    /** null with `paused`: until somebody resumes it. */
    until: Instant | null;
    paused: boolean;
    now: Instant;
  }) => Outcome<Shown<"health_check_monitors" | "webhook_monitors">>;
  add_member: (input: {
    actor: Actor;
    group_id: string;
    email: string;
    now: Instant;
  }) => Outcome<{ created: boolean; member: ShownMember }>;
  /** What a member has in place of the group's rules: the fields given change. */
  set_member: (input: {
    actor: Actor;
    group_id: string;
    user_id: string;
    given: Partial<MemberRules>;
    now: Instant;
  }) => Outcome<ShownMember>;
  remove_member: (input: {
    actor: Actor;
    group_id: string;
    user_id: string;
    now: Instant;
  }) => Outcome<null>;
  save_device: (input: {
    actor: Actor;
    user_id: string;
    /** null: a new one. */
    id: string | null;
    given: Partial<DeviceSpec>;
    /** Every field, defaults filled in; used when it is new. */
    complete: DeviceSpec | null;
    if_version: number | null;
    now: Instant;
  }) => Outcome<{ created: boolean; device: Device }>;
  /** Queues a test push to a device. */
  test_device: (input: {
    actor: Actor;
    user_id: string;
    id: string;
    now: Instant;
  }) => Outcome<Notification>;
  /**
   * Somebody answered a test or a drill. False: the device has another address than `address` by now
   * (`core/signed-action`), and of that nothing is known.
   */
  confirm_device: (input: { id: string; address: string; now: Instant }) => boolean;
  /** Somebody pressed a button under a push about an incident. */
  answer: (input: {
    incident_id: string;
    device_id: string;
    verb: Answer["verb"];
    now: Instant;
  }) => null;
  /** Asks the members of a group whether they can be reached. */
  start_drill: (input: { actor: Actor; group_id: string; now: Instant }) => Outcome<DrillFound>;
  remove_device: (input: {
    actor: Actor;
    user_id: string;
    id: string;
    now: Instant;
  }) => Outcome<null>;

  /** A link by which one phone can be added. */
  invite_device: (input: {
    actor: Actor;
    user_id: string;
    /** Of what the link carries. */
    hash: string;
    name: string | null;
    target: string;
    server: string | null;
    expires_at: Instant;
    now: Instant;
  }) => Outcome<DeviceInvitation>;
  /** Queues a test, for whoever holds the link; the first makes the device. conflict: not yet, and why. */
  test_invited: (input: {
    hash: string;
    /** What the device is called where the invitation does not say. */
    called: string | null;
    request_id: string | null;
    now: Instant;
  }) => Outcome<null>;
  /** Whoever holds the link says that the test arrived. conflict: none can have. */
  confirm_invited: (input: { hash: string; now: Instant }) => Outcome<null>;
  /** The link is good for nothing from now on. */
  withdraw_invitation: (input: {
    actor: Actor;
    user_id: string;
    id: string;
    now: Instant;
  }) => Outcome<null>;

  create_silence: (input: {
    actor: Actor;
    silence: Omit<Silence, "id" | "org_id" | "inserted_at">;
    now: Instant;
  }) => Outcome<Silence>;
  /** Ends it now; what it held back goes. One that had not begun never was. */
  end_silence: (input: { actor: Actor; id: string; now: Instant }) => Outcome<Silence>;

  /** A whole declaration: plan it, and unless `dry`, do it. */
  apply: (input: {
    actor: Actor;
    project: string;
    wanted: WantedResource[];
    adopt: boolean;
    /** What the project no longer declares goes; null: it stays. */
    prune: PruneOptions | null;
    /** Refuse (conflict) when the organization has moved since; null: do not check. */
    revision: number | null;
    dry: boolean;
    now: Instant;
  }) => Outcome<{
    revision: number;
    changes: PlannedChange[];
    warnings: string[];
    /** What `prune.max` would have to be at least; null: it is enough. */
    prune_max_needed: number | null;
  }>;

  /**
   * What differs from a declaration, or from what the project applied last (`wanted` null), and who
   * changed it last. not_found: the project has never applied anything.
   */
  drift: (input: {
    actor: Actor;
    project: string;
    wanted: WantedResource[] | null;
    now: Instant;
  }) => Outcome<{
    revision: number;
    applied_at: Instant | null;
    applied_by: string | null;
    unchanged: number;
    changes: (PlannedChange & {
      changed_by: string | null;
      changed_at: Instant | null;
    })[];
  }>;
  /** Makes a project the owner of resources, or nobody (null): all of them or none. */
  own: (input: {
    actor: Actor;
    project: string | null;
    resources: {
      kind: ResourceKind;
      id: string;
      /** null: it keeps its own. */
      external_id: string | null;
    }[];
    now: Instant;
  }) => Outcome<
    {
      kind: ResourceKind;
      id: string;
      external_id: string | null;
      title: string;
      from: string | null;
      to: string | null;
    }[]
  >;

  create_key: (input: {
    actor: Actor;
    name: string;
    hash: string;
    prefix: string;
    scopes: Scope[];
    expires_at: Instant | null;
    now: Instant;
  }) => ApiKey;
  revoke_key: (input: { actor: Actor; id: string; now: Instant }) => Outcome<null>;
  /** Says that a key was used; written at most once a minute by its caller. */
  touch_key: (input: { id: string; now: Instant }) => null;
  create_setup_code: (input: {
    org_id: string;
    hash: string;
    expires_at: Instant;
    now: Instant;
  }) => null;
  /** Uses up a code and stores the key it was exchanged for. */
  redeem_setup_code: (input: {
    code_hash: string;
    name: string;
    key_hash: string;
    prefix: string;
    now: Instant;
  }) => Outcome<ApiKey>;
  begin_session: (input: Session) => null;
  /** Says that it was used; its caller writes it rarely. */
  touch_session: (input: { hash: string; now: Instant }) => null;
  end_session: (input: { hash: string }) => null;
  create_organization: (input: { name: string; now: Instant }) => {
    id: string;
    name: string;
  };
  /** The oldest organization; made under this name when there is none. */
  ensure_organization: (input: { name: string; now: Instant }) => {
    id: string;
    name: string;
  };

  /** Claims due checks for the node with the id `node`. */
  claim_checks: (input: { node: string; limit: number; now: Instant }) => {
    due: DueCheck[];
    /** When the next one falls due, or its lease ends; null: none. */
    next_at: Instant | null;
  };
  /** Wakes the subjects whose `wake_at` has passed: each is a `woken` command. */
  wake_due: (input: { limit: number; now: Instant }) => {
    woken: number;
    /** Monitors of which what depends on them is to be looked at (`release`). */
    release: string[];
    next_at: Instant | null;
  };
  /** A monitor is no longer down, or has answered: what depends on it and was withheld is looked at again. */
  release: (input: { subject_id: string; now: Instant }) => {
    released: number;
  };
  /**
   * Once at the start: says that a node is there. `alone`: there can be no other, so that what is under
   * way was left by one that has ended, and is due now.
   */
  begin: (input: { node: Node; alone: boolean; now: Instant }) => {
    /** The time before, in which nobody watched; null: it was too short. */
    blind: BlindPeriod | null;
  };
  /**
   * Says that a node is still there, and makes due what those had claimed who are gone. `reason`: why there
   * was nobody, should nobody have said so for long.
   */
  beat: (input: { node: Node; reason: BlindPeriod["reason"]; now: Instant }) => {
    gone: { id: string; name: string }[];
    blind: BlindPeriod | null;
    /** Not everything has been looked at since the last blind period: to be asked again soon. */
    settling: boolean;
  };
  /**
   * A node still finds its own network away: the groups of the monitors that it missed are told, and what
   * could not be sent meanwhile waits for `online`, or for half a minute.
   */
  offline: (input: { since: Instant; subject_ids: string[]; now: Instant }) => null;
  /**
   * It is back. `page`: that it was away is worth telling, whatever else has changed. `mistaken`: it never
   * was, and what waited goes.
   */
  online: (input: { from: Instant; page: boolean; mistaken: boolean; now: Instant }) => {
    blind: BlindPeriod | null;
  };
  /** A node ends: what it had claimed is due now. `node` is its id. */
  leave: (input: { node: string; now: Instant }) => null;
  /** Claims due pushes, at most `slots(lane)` for each lane: `per_lane` less what `busy` says. */
  claim_pushes: (input: { per_lane: number; busy: Record<string, number>; now: Instant }) => {
    due: DuePush[];
    next_at: Instant | null;
  };
  /** Records an attempt and what follows from it. `jitter` is in [0, 1). */
  settle_push: (input: {
    claims: readonly PushClaim[];
    started_at: Instant;
    outcome: PushOutcome;
    jitter: number;
    now: Instant;
  }) => null;

  /** Gives a group or webhook monitor a new inbound URL; the one before goes on working for a while. */
  rotate_webhook: (input: {
    actor: Actor;
    kind: "alert_groups" | "webhook_monitors";
    id: string;
    now: Instant;
  }) => Outcome<Shown<"alert_groups" | "webhook_monitors">>;
  /** Says that a delivery was replayed. */
  replayed: (input: { id: string; now: Instant }) => null;
  /** Deletes what is older than the retention, a few hundred rows at most; true: there is more. */
  prune: (input: { now: Instant; retention: Retention }) => { more: boolean };
}

/** A running daemon. */
export interface Node {
  /** A UUID of its own at every start. */
  id: string;
  /** For people: the host. */
  name: string;
  version: string;
}

export type SaveInput<K extends ResourceKind> = {
  actor: Actor;
  kind: K;
  /** The resource to update; null: find it by `external_id`, or create it. */
  id: string | null;
  /** The fields that were given; nulls already replaced by defaults. */
  given: Partial<Spec<K>>;
  /** Every field, defaults filled in: what a create writes; null: only update. */
  complete: Spec<K> | null;
  if_version: number | null;
  now: Instant;
};

export type DeviceSpec = Values<typeof described.devices.fields>;

export interface ShownMember extends MemberRules {
  user_id: string;
  email: string;
  name: string | null;
  devices: number;
  /** How many of them have answered a test or a drill. */
  verified_devices: number;
  inserted_at: Instant;
}

export interface DrillFound {
  drill: Drill;
  people: DrillPerson[];
}

/** An invitation to add a phone, and what became of it. */
export interface Invited {
  invitation: DeviceInvitation;
  /** Name or email of the person. */
  person: string;
  /** The test that was sent last; null: none was. */
  test: Notification | null;
}

/** How long things are kept, ms. */
export interface Retention {
  reports: number;
  incidents: number;
  inbound_events: number;
  audit_events: number;
  history: number;
}

/** A page of a list: rows after `after`, oldest first. */
export interface PageQuery {
  org_id: string;
  limit: number;
  after: { inserted_at: Instant; id: string } | null;
}

/** The secret that is agreed with a sender. */
export interface InboundAuth {
  kind: WebhookAuth;
  secret: string;
  timestamp_header: string | null;
}

/** What can be read; never writes, never waits for a writer. */
export interface Reads extends BoardReads {
  key_by_hash(
    hash: string,
  ): Promise<(ApiKey & { organization: { id: string; name: string } }) | null>;
  organizations(): Promise<{ id: string; name: string }[]>;
  /** True as long as no API key was ever made. */
  no_keys(): Promise<boolean>;
  /** Whom an inbound URL is about. `limit_of` names the kind. */
  inbound_target(webhook_id: string): Promise<{
    kind: Exclude<SourceKind, "health_check_monitor">;
    id: string;
    org_id: string;
    /** The URL was rotated away and works until then; null: it is the present one. */
    until: Instant | null;
    /** What a sender has to present beside the URL; null: nothing. */
    auth: InboundAuth | null;
  } | null>;
  resource<K extends ResourceKind>(
    kind: K,
    org_id: string,
    id: string,
    now: Instant,
  ): Promise<Shown<K> | null>;
  resources<K extends ResourceKind>(
    kind: K,
    query: PageQuery & {
      external_id?: string | undefined;
      alert_group_id?: string | undefined;
      status?: string | undefined;
      flapping?: boolean | undefined;
    },
    now: Instant,
  ): Promise<Shown<K>[]>;
  members(org_id: string, group_id: string): Promise<ShownMember[] | null>;
  devices(org_id: string, user_id: string): Promise<Device[] | null>;
  /** Whose device it is, and what its buttons are signed with; null: there is none. */
  device_owner(device_id: string): Promise<{
    org_id: string;
    secret: string;
    /** Name or email of the person. */
    person: string;
  } | null>;
  /** The invitation whose link carries what has this hash, in whatever state; null: there is none. */
  invited(hash: string): Promise<Invited | null>;
  invitation(org_id: string, user_id: string, id: string): Promise<Invited | null>;
  history(org_id: string, subject_id: string, query: PageQuery): Promise<HistoryEntry[]>;
  incidents(
    query: PageQuery & {
      status?: string | undefined;
      alert_group_id?: string | undefined;
      source_id?: string | undefined;
      /** Opened at or after. */
      since?: Instant | undefined;
      /** By number, for people. */
      number?: number | undefined;
    },
  ): Promise<Incident[]>;
  /** `current`: only those that are not over. */
  silences(query: PageQuery & { current?: boolean | undefined }, now: Instant): Promise<Silence[]>;
  silence(org_id: string, id: string): Promise<Silence | null>;
  incident(
    org_id: string,
    id: string,
  ): Promise<{
    incident: Incident;
    guidance: Guidance;
    timeline: TimelineEntry[];
    notifications: Notification[];
    receipts: Receipt[];
  } | null>;
  /** What explains who was told of an incident; null: there is none. */
  evidence(org_id: string, incident_id: string, now: Instant): Promise<Evidence | null>;
  /** Who is in a group, with what decides when they are told; null: there is no such group. */
  roster(
    org_id: string,
    group_id: string,
    at: Instant,
  ): Promise<(Pick<Evidence, "silences" | "people"> & { group: AlertGroup }) | null>;
  /** Drills of a group. */
  drills(query: PageQuery & { alert_group_id: string }): Promise<DrillFound[]>;
  notifications(
    query: PageQuery & {
      state?: string | undefined;
      incident_id?: string | undefined;
      user_id?: string | undefined;
    },
  ): Promise<Notification[]>;
  notification(
    org_id: string,
    id: string,
  ): Promise<{
    notification: Notification;
    attempts: NotificationAttempt[];
  } | null>;
  keys(query: PageQuery): Promise<ApiKey[]>;
  /** Bodies are cut to their beginning. */
  inbound_events(
    query: PageQuery & {
      target_id?: string | undefined;
      refused?: boolean | undefined;
    },
  ): Promise<InboundEvent[]>;
  inbound_event(org_id: string, id: string): Promise<InboundEvent | null>;
  audit_events(query: PageQuery): Promise<AuditEvent[]>;
  /** When nobody watched, of the whole installation. */
  blind_periods(
    query: Omit<PageQuery, "org_id"> & {
      /** Ended at or after. */
      since?: Instant | undefined;
    },
  ): Promise<BlindPeriod[]>;
  /**
   * Events after a position, oldest first, of one organization or (null) of all; only those that nothing
   * can come before any more. `unsettled`: there are more that are to be waited for, for some milliseconds.
   */
  events(query: {
    org_id: string | null;
    after: EventPosition;
    limit: number;
  }): Promise<{ events: LiveEvent[]; unsettled: boolean }>;
  /** The last position of all; zeros when there are no events. */
  last_event(): Promise<EventPosition>;
  /** False when the event at a position is gone, and perhaps others after it. */
  event_kept(position: EventPosition): Promise<boolean>;
  /** Which configured push servers enabled devices use. */
  channels_used(): Promise<string[]>;
  /** Figures for `/health` and `/metrics`. */
  vitals(now: Instant): Promise<Vitals>;
}

export interface Vitals {
  nodes: (Node & {
    started_at: Instant;
    /** When it last said that it is there. */
    seen_at: Instant;
    /** Health checks that it is making. */
    claims: number;
    /** When the first of these claims runs out; null: there is none. */
    oldest_claim_until: Instant | null;
  })[];
  monitors: { kind: SourceKind; status: string; count: number }[];
  flapping_monitors: number;
  /** Alert groups whose URL refused the last deliveries. */
  failing_urls: {
    org_id: string;
    id: string;
    title: string;
    since: Instant;
    reason: string;
  }[];
  unresolved_incidents: number;
  /** Monitors that open no incident because of what they depend on. */
  withheld_incidents: number;
  /** When nobody watched, of the last day; the latest first, and ten at most. */
  blind_periods: BlindPeriod[];
  /** How overdue the longest waiting check and push are, ms; 0: none waits. */
  oldest_due_check_ms: number;
  oldest_due_push_ms: number;
  pushes: { state: string; count: number }[];
  /** Groups that monitors use and that nobody can be reached through. */
  unreachable_groups: { org_id: string; id: string; title: string }[];
  /** Members who let a drill pass and have answered nothing since; `since`: when they were asked. */
  unanswered_drills: {
    org_id: string;
    alert_group_id: string;
    title: string;
    user_email: string;
    since: Instant;
  }[];
  broken_devices: {
    org_id: string;
    id: string;
    user_email: string;
    name: string | null;
    reason: string;
  }[];
}

/** What a commit made worth looking at. A courtesy: every loop also looks by itself. */
export type Nudge = "checks" | "wakes" | "pushes" | "events";

export const nudges: readonly Nudge[] = ["checks", "wakes", "pushes", "events"];

/**
 * The database did not take a write, or nobody knows whether it did: nothing may be acknowledged, and
 * the caller may try again (`503`).
 */
export class StoreUnavailable extends Error {
  readonly code = "STORE_UNAVAILABLE";
  override readonly name = "StoreUnavailable";
}

export interface Store {
  /** Resolves once it can be used; rejects when it never will be. */
  ready: Promise<void>;
  /** Other nodes may use it at the same time. */
  shared: boolean;
  /** Runs one verb in one transaction; resolves after the commit is on disk. */
  run<V extends keyof Verbs>(
    verb: V,
    input: Parameters<Verbs[V]>[0],
  ): Promise<ReturnType<Verbs[V]>>;
  read: Reads;
  /** Calls `listener` after commits that made something due. */
  onNudge(listener: (nudge: Nudge) => void): void;
  /** False after an error of the disk or the database, until a write succeeded again. */
  healthy(): boolean;
  close(): Promise<void>;
}

/** Fetches a health endpoint; a bad target is an answer, never an exception. */
export interface Prober {
  fetch(
    monitor: Pick<HealthCheckMonitor, "url" | "request_headers" | "timeout_seconds">,
  ): Promise<Fetched>;
  close(): Promise<void>;
}

export type Fetched =
  | { kind: "answer"; http_status: number; body: string }
  | {
      kind: "failure";
      reason: string;
      /** Nothing of it was heard: no name, no connection, no answer in time. */
      unreachable?: true;
    };

/** Sends one push; a bad server is an answer, never an exception. */
export interface Pusher {
  push(due: DuePush): Promise<PushOutcome>;
  close(): Promise<void>;
}

/** A push server of the configuration, as this node found it last. */
export interface ChannelHealth {
  kind: string;
  /** Why nothing can be sent through it; null: it can be reached. */
  problem: string | null;
  looked_at: Instant;
}

/** What this node sees of the world outside. */
export interface Outside {
  /** The push servers that devices use and that have been looked at. */
  channels: readonly ChannelHealth[];
  /** Since when its own network has been away; null: it is not. */
  offline_since: Instant | null;
}

export type { AlertGroup, User };
