/** Keys that are bound to projects: they read all, and change only resources of these. Pure. */
import type { ApiKey } from "../model/model.ts";

/** The resource that a request changes, as far as projects are concerned. */
export interface ChangedProject {
  /** As people know it: `monitor "Shop"`. */
  what: string;
  /** null: no project declares it. */
  project: string | null;
}

/** The reason why a key cannot make this change; null: it can. */
export function refusedByProject(
  { name, projects }: Pick<ApiKey, "name" | "projects">,
  { what, project }: ChangedProject,
): string | null {
  if (projects === null || (project !== null && projects.includes(project))) return null;
  const owner = project === null ? "which belongs to no project" : `of project "${project}"`;
  return `${boundTo(name, projects)} and cannot change ${what}, ${owner}; use a key of ${project === null ? "no project" : "that project"}.`;
}

/** The same for a request that no project bounds, such as one about people or keys. */
export const refusedAnyway = (
  { name, projects }: Pick<ApiKey, "name" | "projects">,
  what: string,
): string | null =>
  projects === null
    ? null
    : `${boundTo(name, projects)} and cannot change ${what}; use a key that is bound to no project.`;

const boundTo = (name: string, projects: readonly string[]): string =>
  `The key "${name}" is bound to ${projects.length === 1 ? "project" : "the projects"} ${projects.map((one) => `"${one}"`).join(", ")}`;
