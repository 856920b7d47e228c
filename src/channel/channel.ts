/**
 * Defines a channel: one way to reach a device, described by one value of this shape; `registry` lists
 * them. Pure.
 *
 * A channel without a part (the rule for its target, its lane) does not compile. Nor does a sender
 * (`<kind>/send.ts`) that does not return the outcome of a push.
 */
import type { AddressRule } from "../core/access/address.ts";
import type { ActionVerb } from "../core/access/signed-action.ts";
import type { Device } from "../core/model/model.ts";
import type { Fault } from "../core/model/fault.ts";
import type { Option, OptionValues } from "../core/model/option.ts";

/** The fields of a device that only some channels take. */
export const channelFields = ["server", "access_token", "format", "secret"] as const;
export type ChannelField = (typeof channelFields)[number];

/** Fields of a device from a request: they fit their schemas and are not checked further. */
export type DeviceFields = Readonly<Record<string, unknown>>;

/** Where the pushes to a device go. */
export type Address = Pick<Device, "target" | "server">;

export interface Channel<Settings> {
  /** The name in lists of channels. */
  label: string;
  /** The fields that it takes beside the target; a device of this kind may have no other. */
  takes: readonly ChannelField[];
  /** Faults of the target and of the fields that it takes. `allowed`: addresses that the operator named. */
  faults(fields: DeviceFields, allowed: readonly AddressRule[]): Fault[];
  /**
   * The field that leads pushes to a place of the person's choice, so that an admin has to add such a device; null: people
   * add it for themselves. `email`: of the person.
   */
  beyondOwn(address: Address, email: string): "target" | "server" | null;
  /** Names the queue of a push: pushes of one lane share slots, so that a slow server delays its own alone. */
  lane(address: Address): string;
  /** The lane of the server that the operator configured; null: each device names its own. */
  homeLane: string | null;
  /** The address in a form that people recognize; null: it has none. */
  shown(address: Address): string | null;
  /**
   * The actions that every reader of a push may take in the name of the device's owner, either by a button of
   * the push or on a page that the push links to.
   */
  actions: { verbs: readonly ActionVerb[]; by: "button" | "page" };
  /** Whether its pushes show facts about the incident beside their text. */
  showsFacts: boolean;
  /** The operator's options. */
  options: readonly Option[];
  /** The configured settings; null: the channel is off. */
  settings(values: OptionValues): Settings | null;
  /** The options that switch it on, all of them together; none: it is always on. */
  needs: readonly string[];
  /** An address that answers whenever the network works; null: none. */
  anchor(settings: Settings): string | null;
  /**
   * For `monitord doctor`: the configured server without secrets, and the remedy when it cannot be reached;
   * null: none.
   */
  diagnosis(settings: Settings): { what: string; fix: string } | null;
}
