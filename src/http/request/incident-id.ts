/** Finds incidents by id or by number, because people use the number. */
import type { Store } from "../../app/store.ts";

/** The incident's id for an id or a number; any other text is returned unchanged. */
export async function incidentId(
  store: Pick<Store, "read">,
  org_id: string,
  asked: string,
): Promise<string> {
  if (!/^\d{1,9}$/.test(asked)) return asked;
  const [found] = await store.read.incidents({
    org_id,
    number: Number(asked),
    limit: 1,
    after: null,
  });
  return found?.id ?? asked;
}
