/** Settings of the organization. */
import type { Route } from "../../../api/routes/table.ts";
import type { Caller } from "../../../store/reads/access.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";

type Names = Extract<Route, `${string} /organization`>;

export function organizationRoutes({ store }: Deps): Handlers<Names> {
  return {
    "GET /organization": ({ caller }) => shown(caller),

    "PUT /organization": async ({ body, caller, actor, now }) => {
      const projects = body.people_declared_by.map((one) => one.trim());
      await store.run("set_people_declared_by", { actor, projects, now });
      return shown(caller);
    },
  };

  async function shown({ organization: { id, name } }: Caller) {
    return { id, name, people_declared_by: await store.read.people_declared_by(id) };
  }
}
