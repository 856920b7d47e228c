/** Rules of the fields that a person changes of themselves. Pure. */
import { fault } from "./rules-connection.ts";
import type { Fault } from "../model/fault.ts";
import type { User } from "../model/model.ts";

export type OwnFields = Partial<Pick<User, (typeof ownFields)[number]>>;

/** The fields that people change of themselves. */
export const ownFields = ["name", "timezone", "monthly_report"] as const;

/**
 * Why a person cannot change the fields. `declared`: the fields that a project decides. `others`: the other people of the
 * organization, so that no person goes by the name of another.
 */
export function profileFaults(
  stored: Pick<User, (typeof ownFields)[number] | "project">,
  wanted: OwnFields,
  declared: readonly string[],
  others: readonly Pick<User, "name">[],
): Fault[] {
  const changed = ownFields.filter(
    (field) => wanted[field] !== undefined && wanted[field] !== stored[field],
  );
  return changed.flatMap((field) => {
    if (declared.includes(field))
      return fault(field, "declared", `is declared by project "${stored.project}"`);
    const name = field === "name" ? spelled(wanted.name) : "";
    return name !== "" && others.some((one) => spelled(one.name) === name)
      ? fault(field, "taken", "is the name of another person")
      : [];
  });
}

/** A name without the differences that a reader does not see: case, spaces and forms of letters. */
const spelled = (name: string | null | undefined): string =>
  (name ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]+/gu, "");
