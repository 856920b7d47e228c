import type { Target } from "../target.ts";
import { declaredTexts } from "./declared.ts";
import { inbound } from "./inbound.ts";
import { network } from "./network.ts";
import { texts } from "./texts.ts";

/** Every parser that reads what was written elsewhere. */
export const targets: readonly Target[] = [...inbound, ...network, ...declaredTexts, ...texts];
