/** Reads what a server stores, as the input of an export. */
import type { Client } from "../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import type { Answered, AnsweredMember } from "../../manifest/export.ts";
import { Directory } from "../../resource/references.ts";

/** Resources of each kind, as they are answered. */
export type Lists = Record<ResourceKind, Answered[]>;

export type WithMembers = Answered & { members: AnsweredMember[] };

/** Every resource. */
export async function readAll(client: Client): Promise<Lists> {
  const lists = {} as Lists;
  for (const kind of resourceKinds)
    lists[kind] = (await client.send(`GET /${kind}`)) as unknown as Answered[];
  return lists;
}

/** The names of all of them, for references. */
export function directoryOf(all: Lists): Directory {
  const directory = new Directory();
  for (const kind of resourceKinds) for (const one of all[kind]) directory.add(kind, one);
  return directory;
}

const atOnce = 8;

/** The groups with their members. */
export async function withMembers(
  client: Client,
  groups: readonly Answered[],
): Promise<WithMembers[]> {
  const complete: WithMembers[] = [];
  for (let from = 0; from < groups.length; from += atOnce)
    complete.push(
      ...(await Promise.all(
        groups.slice(from, from + atOnce).map(async (group) => ({
          ...group,
          members: (await client.send("GET /alert_groups/:id/members", {
            id: group.id,
          })) as AnsweredMember[],
        })),
      )),
    );
  return complete;
}
