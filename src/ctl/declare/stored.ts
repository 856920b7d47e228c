/** Reads what a server stores, as the input of an export. */
import type { Client } from "../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import type { Answered } from "../../manifest/export.ts";
import { Directory, type Fields } from "../../resource/references.ts";
import { descriptionOf, listsOf } from "../../resource/resources.ts";
import { isMissing, offered } from "../input/offered.ts";

/** Resources of each kind, as they are answered. */
export type Lists = Record<ResourceKind, Answered[]>;

/** Every resource; of kinds that the server does not offer none. */
export async function readAll(client: Client): Promise<Lists> {
  const lists = {} as Lists;
  for (const kind of resourceKinds)
    lists[kind] = ((await offered(client, kind)) ?? []) as unknown as Answered[];
  return lists;
}

/** The names of all of them, for references. */
export function directoryOf(...all: Partial<Lists>[]): Directory {
  const directory = new Directory();
  for (const kind of resourceKinds)
    for (const one of all.flatMap((lists) => lists[kind] ?? [])) {
      directory.add(kind, one);
      addTargets(directory, kind, one);
    }
  return directory;
}

/** Adds the names of resources that items of lists refer to: a server may not list these resources. */
export function addTargets(directory: Directory, kind: ResourceKind, resource: Fields): void {
  for (const { name, fields } of listsOf(kind))
    for (const item of (resource[name] ?? []) as Fields[])
      for (const [field, { reference }] of Object.entries(fields)) {
        if (!reference) continue;
        const [id, target] = [item[field], item[reference.as]];
        if (typeof id === "string" && typeof target === "string")
          directory.addName(reference.to, id, target);
      }
}

/** The path of a list of a resource, below `/api/v1`. */
export const pathOfList = (kind: ResourceKind, id: string, name: string): string =>
  `${kind}/${encodeURIComponent(id)}/${name}`;

const atOnce = 8;

/** The resources with those of their lists that have a path of their own, as far as the server offers them. */
export async function withLists(
  client: Client,
  kind: ResourceKind,
  resources: readonly Answered[],
): Promise<Answered[]> {
  const lists = listsOf(kind);
  if (lists.length === 0) return [...resources];
  const isExtra = (name: string) => descriptionOf(kind).lists![name]!.original !== true;
  const complete: Answered[] = [];
  for (let from = 0; from < resources.length; from += atOnce)
    complete.push(
      ...(await Promise.all(
        resources.slice(from, from + atOnce).map(async (one) => {
          const own = { ...one };
          for (const { name } of lists)
            own[name] = await client
              .request("get", pathOfList(kind, one.id, name))
              .catch((error: unknown) => {
                if (isExtra(name) && isMissing(error)) return undefined;
                throw error;
              });
          return own;
        }),
      )),
    );
  return complete;
}
