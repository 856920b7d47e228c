/** The data of the page that leads to the first alert. */
import type { Reach } from "../../core/explain/reach.ts";
import type { InvitationStatus } from "../../core/access/invitation.ts";
import type { Incident, Instant, MonitorKind } from "../../core/model/model.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Test } from "../phone-test.ts";
import type { Tried } from "../tried.ts";

export interface FirstRunModel {
  /** The person on call; null: not known yet. */
  person: { id: string; name: string } | null;
  /** True when other people exist, and none of them is the signed-in user. */
  others: boolean;
  /** True when one of the person's devices has answered a test. */
  rings: boolean;
  /** How many devices the person has. */
  devices: number;
  /** The link of the QR code; null: not made yet, or of another session. */
  invitation: Invitation | null;
  /** The alert group of the person; null: not created yet. */
  group: { id: string; title: string } | null;
  /** null: not created yet. */
  monitor: FirstMonitor | null;
  /** The latest test incident of the group; null: none. */
  test: { incident: Incident; reach: Reach } | null;
  /** The typed text, and its outcome. */
  typed: Typed;
}

export interface Invitation {
  /** The link to open on the phone. */
  url: string;
  status: InvitationStatus;
  expires_at: Instant;
  server: string;
  topic: string;
  test: Test | null;
  /** Why a phone cannot open the link. */
  warning: string | null;
}

export interface FirstMonitor {
  kind: MonitorKind;
  id: string;
  title: string;
  /** Only for webhook monitors. */
  webhook_url: string | null;
}

export interface Typed {
  name: string;
  email: string;
  url: string;
  /** The outcome of a check of the URL; null: it was not tested. */
  tried: Tried | null;
  faults: readonly Fault[];
}

export const nothingTyped: Typed = { name: "", email: "", url: "", tried: null, faults: [] };
