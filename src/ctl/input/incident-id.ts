import { wrongInput } from "../call/failure.ts";

/** The id for the API of an incident typed as `12`, `#12`, `incident/12` or an id. */
export function incidentId(typed: string): string {
  const id = typed.replace(/^(?:incidents?\/)?#?/, "");
  if (/^[0-9a-f-]+$/i.test(id)) return id;
  throw wrongInput(
    "usage",
    `"${typed}" is neither the number nor the id of an incident`,
    "list their numbers with: monitorctl incidents",
  );
}
