import { declared, kindsWith } from "../../resource/resources.ts";
import type { ResourceKind, SourceKind } from "./model.ts";

/** The kind of subject of a kind of resource; absent for kinds without one. */
export const sourceKinds: Partial<Record<ResourceKind, SourceKind>> = Object.fromEntries(
  kindsWith("subject").map((kind) => [kind, declared[kind].kind.subject]),
);
