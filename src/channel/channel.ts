/**
 * What a channel is: one way to reach a device. All that the rest of the service needs to know about a
 * channel is one value of this shape; `registry` lists them. Pure.
 *
 * A channel that leaves something out (the rule for its target, its lane) does not compile. Nor does a
 * sender (`<kind>/send.ts`) that does not say what came of a push.
 */
import type { ActionVerb } from "../core/access/signed-action.ts";
import type { Device } from "../core/model/model.ts";
import type { Fault } from "../core/model/fault.ts";
import type { Option, OptionValues } from "../core/model/option.ts";

/** The fields of a device that only some channels take. */
export const channelFields = ["server", "access_token", "format", "secret"] as const;
export type ChannelField = (typeof channelFields)[number];

/** Fields of a device as somebody gave them: they fit their schemas, no more is known. */
export type DeviceFields = Readonly<Record<string, unknown>>;

/** Where the pushes to a device go. */
export type Address = Pick<Device, "target" | "server">;

export interface Channel<Settings> {
  /** What people call it, where they choose one. */
  label: string;
  /** The fields that it takes beside the target; a device of this kind may have no other. */
  takes: readonly ChannelField[];
  /** Faults of the target and of the fields that it takes. */
  faults(fields: DeviceFields): Fault[];
  /** Names the queue of a push: pushes of one lane share slots, so that a slow server delays its own alone. */
  lane(address: Address): string;
  /** The lane of the server that the operator configured; null: each device names its own. */
  homeLane: string | null;
  /** The address as people recognize it; null: it would tell them nothing. */
  shown(address: Address): string | null;
  /**
   * The actions that every reader of a push may take in the name of the device's owner, either by a button of
   * the push or on a page that the push links to.
   */
  actions: { verbs: readonly ActionVerb[]; by: "button" | "page" };
  /** What the operator can configure. */
  options: readonly Option[];
  /** What is configured; null: the channel is off. */
  settings(values: OptionValues): Settings | null;
  /** The options that switch it on, all of them together; none: it is always on. */
  needs: readonly string[];
  /** An address that answers as long as there is a network; null: none. */
  anchor(settings: Settings): string | null;
  /**
   * For `monitord doctor`: the server that the operator configured (no secret in it), and what to do when it
   * cannot be reached; null: there is none.
   */
  diagnosis(settings: Settings): { what: string; fix: string } | null;
}
