/** How a path takes deliveries. */
import type { SourceKind } from "../../core/model/model.ts";
import type { Speak } from "./inbound-answer.ts";
import type { ReadReports } from "./read-reports.ts";

export interface Way {
  /** The kind that the path is for; absent: both. */
  only?: SourceKind;
  /** Reads a delivery to a monitor; absent: as monitord's own API has reports. */
  read?: ReadReports;
  /** Answers it; absent: as monitord's own API does. */
  speak?: Speak;
  /** The most bytes of a body, as sent and unpacked; absent: by kind. */
  most?: number;
}
