/** A claimed push, its sender, and its outcome. */
import type { Device, Incident, Instant, Transition } from "../model/model.ts";
import type { ActionVerb } from "../access/signed-action.ts";
import type { PushText } from "./bundle.ts";

/** A claimed push, with everything that its sender needs. */
export interface DuePush {
  /** Its text. */
  text: PushText;
  device: Device;
  /** Pushes of one lane share slots. */
  lane: string;
  /** Equal for pushes that replace each other on the phone. */
  sequence_id: string;
  /** The notifications that it is for. */
  claims: PushClaim[];
  /** The actions of its buttons, each with a token (`core/access/signed-action`). */
  actions: PushAction[];
  /** The event; summary: several at once. */
  event: Transition | "summary";
  /** When it happened. */
  at: Instant;
  /** The incident that it is about; null: several, or none. */
  incident: Incident | null;
  /** Where the instructions for that incident are; null: none are known. */
  runbook_url: string | null;
  /** Facts about that incident, for a channel that shows them; absent: not known. */
  facts?: PushFacts;
}

/** Facts about an incident when a push about it leaves (`core/explain/push-facts`). */
export interface PushFacts {
  /** The time zone of the recipient's contact hours. */
  timezone: string;
  /** The title of the incident's group; null: it was deleted. */
  group: string | null;
  /** The people reached, and the others. */
  notified: string;
  /** The number of people reached, and of the pages accepted. */
  reached: number;
  pages: number;
  /** The next pages; "": none. */
  next: string;
  /** Why the recipient is paged, in words after "because"; null: not in the audience of a group, or not any more. */
  because: string | null;
}

export interface PushAction {
  verb: ActionVerb;
  token: string;
  /** The number of its incident, where the push is about several; absent: that of the push. */
  number?: number;
}

/** One notification of a push; its attempt is the fencing token. */
export interface PushClaim {
  notification_id: string;
  attempt: number;
}

/** The outcome of one attempt. */
export type PushOutcome =
  | { kind: "delivered"; http_status: number | null; provider_id: string | null }
  /** The whole push was sent, and no answer came that can be read. */
  | { kind: "perhaps_delivered"; http_status: number | null; detail: string }
  | {
      kind: "retry";
      http_status: number | null;
      detail: string;
      /** As asked for by `Retry-After`; null when it did not say. */
      retry_after_ms: number | null;
      /** The answer says that it failed, but the phone may have rung all the same: a gateway gave up waiting. */
      perhaps_delivered: boolean;
      /** The failure concerns this push alone, not the server. */
      of_push_alone?: true;
    }
  | {
      kind: "refused";
      http_status: number | null;
      detail: string;
      /** Every push of the channel is rejected until the operator corrects something: no device is to blame. */
      of_channel?: true;
    };

/** Sends one push; a bad server is an answer, never an exception. */
export interface Pusher {
  push(due: DuePush): Promise<PushOutcome>;
  close(): Promise<void>;
}
