/** The content of a public status page. Plain data, released for the public by `core/status`. */
import type { Instant } from "../../core/model/model.ts";
import type { PublicState } from "../../core/model/status.ts";
import type { PublicIncident } from "../../core/status/public-incident.ts";
import type { Day } from "../chart/day-cells.ts";
import type { UptimeFigures } from "../chart/uptime.ts";

export interface PublicSystem {
  name: string;
  description: string | null;
  state: PublicState;
  /** Its state when it was measured last; null: it is measured, or never was. */
  last: PublicState | null;
  uptime: UptimeFigures;
  /** The last 90, oldest first. */
  days: readonly Day[];
}

export interface PublicSection<S extends PublicSystem = PublicSystem> {
  title: string;
  systems: readonly S[];
}

export interface PublicModel {
  /** Path that everything is reached under, without a slash at the end. */
  base: string;
  /** The URL of the site, without a slash at the end: search engines take no path for the address of a page. */
  siteUrl: string;
  /** The last part of its address. */
  slug: string;
  title: string;
  description: string | null;
  hasLogo: boolean;
  /** Search engines may list it. */
  isListed: boolean;
  /** Visitors can subscribe to updates by mail. */
  sendsMails: boolean;
  /** IANA name of its zone, whose days it shows. */
  zone: string;
  /** As of when its content is. */
  now: Instant;
  /** The time of the answer: later than `now` when the content could not be read again. */
  served: Instant;
  /** When the page was made. */
  since: Instant;
  sections: readonly PublicSection[];
  /** Work that is planned for the next days, soonest first. */
  planned: readonly { from: Instant; until: Instant; systems: readonly string[] }[];
  /** Newest first. */
  incidents: readonly PublicIncident[];
}
