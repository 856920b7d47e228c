/** Finds many resources by KIND/ID; lists each kind once. `find-one` finds one, also by a bare name. */
import type { Answered, Client } from "../../client/client.ts";
import { notFound } from "./find-one.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import { wrongInput } from "../call/failure.ts";
import { kindOf } from "./kinds.ts";
import { titleOf } from "../../core/text/person.ts";

export interface Named {
  kind: ResourceKind;
  id: string;
  external_id: string | null;
  project: string | null;
  title: string;
}

export const namedOf = (kind: ResourceKind, resource: Answered[ResourceKind]): Named => ({
  kind,
  id: resource.id,
  external_id: resource.external_id,
  project: resource.project ?? null,
  title: titleOf(resource),
});

/** The resources with these names, by external id or id; `all` has every resource of the named kinds. */
export async function findSeveral(
  client: Client,
  names: readonly string[],
): Promise<{ named: Named[]; all: Map<ResourceKind, Named[]> }> {
  const asked = names.map(parse);
  const all = new Map<ResourceKind, Named[]>();
  for (const { kind } of asked)
    if (!all.has(kind))
      all.set(
        kind,
        (await client.send(`GET /${kind}`)).map((resource) => namedOf(kind, resource)),
      );
  const named = asked.map(({ kind, name }) => {
    const list = all.get(kind)!;
    const found =
      list.find(({ external_id }) => external_id === name) ?? list.find(({ id }) => id === name);
    if (found) return found;
    throw notFound(kind, name, list);
  });
  return { named: [...new Set(named)], all };
}

function parse(text: string): { kind: ResourceKind; name: string } {
  const at = text.indexOf("/");
  if (at > 0 && at < text.length - 1)
    return { kind: kindOf(text.slice(0, at)), name: text.slice(at + 1) };
  throw wrongInput(
    "usage",
    `"${text}" is not KIND/ID`,
    "for example: health_check_monitors/www, or hc/www",
  );
}
