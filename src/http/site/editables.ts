/**
 * The kinds of resources that the dashboard creates, edits and deletes, with the addresses of their pages.
 * Plain data.
 */
import type { Scope } from "../../core/model/model.ts";
import { descriptionOf, factsOf, kindsWith } from "../../resource/resources.ts";
import type { FormKind } from "./form-fields.ts";

export interface Editable {
  kind: Exclude<FormKind, "members">;
  noun: string;
  scope: Scope;
  /** A person needs no scope for their own. */
  own?: true;
  /** The page that lists it: its path and title. */
  list: [path: string, title: string];
  /** Where it lives, in the API and here; `:user_id` is whose it is. */
  path: string;
  /** The resources that are deleted with it. */
  consequences: string;
}

export const editables: readonly Editable[] = [
  ...kindsWith("page").map((kind): Editable => {
    const { page, scope, consequences } = factsOf(kind);
    const { path, title, noun = descriptionOf(kind).noun } = page!;
    return { kind, noun, scope, list: [path, title], path: `/${kind}`, consequences };
  }),
  {
    kind: "devices",
    list: ["/users", "People"],
    noun: "device",
    scope: "admin",
    own: true,
    path: "/users/:user_id/devices",
    consequences: "Nothing is sent to it any more.",
  },
];
