/** How a path takes deliveries. */
import type { FastifyRequest } from "fastify";
import type { SourceKind } from "../../core/model/model.ts";
import type { Speak } from "./inbound-answer.ts";
import type { ReadReports } from "./read-reports.ts";

export interface Way {
  /** The kind that the path is for; absent: both. */
  only?: SourceKind;
  /** The webhook id, of a path that has none; it can throw. `beginning`: of the body. */
  idOf?: (request: FastifyRequest, beginning: Buffer) => string;
  /** Reads a delivery to a monitor; absent: as monitord's own API has reports. */
  read?: ReadReports;
  /** Answers it; absent: as monitord's own API does. */
  speak?: Speak;
  /** The most bytes of a body, as sent and unpacked; absent: by kind. */
  most?: number;
}
