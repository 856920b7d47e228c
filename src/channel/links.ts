/** Where the buttons of a push lead: addresses of this service, as a phone would call them. Pure. */
import type { DuePush } from "../core/paging/push.ts";
import type { ActionVerb } from "../core/access/signed-action.ts";

const labels: Record<ActionVerb, string> = {
  acknowledge: "Acknowledge",
  silence: "Silence 1 h",
  confirm: "It arrived",
};

export interface PushLinks {
  /** The actions of the push: a POST to `url` takes one, and `page` has a form for it. */
  actions: { verb: ActionVerb; label: string; url: string; page: string }[];
  /** A page to look at; null: there is none. */
  open: string | null;
  /** Instructions for the incident, somewhere else; null: there are none. */
  runbook: string | null;
}

/** `site`: the public root address; null: phones cannot reach it, and there is nothing to press. */
export function linksOf(due: DuePush, site: string | null): PushLinks {
  const runbook = due.runbook_url;
  if (site === null) return { actions: [], open: null, runbook };
  return {
    actions: due.actions.map(({ verb, token }) => ({
      verb,
      label: labels[verb],
      url: `${site}/api/actions/${token}`,
      page: `${site}/actions/${token}`,
    })),
    open: due.incident && `${site}/incidents/${due.incident.number}`,
    runbook,
  };
}
