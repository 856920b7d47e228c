/** Asks a daemon that runs as a process of its own, and may be killed between two questions. */

export interface Monitor {
  id: string;
  webhook_id: string;
}

/** The topic of Ada's phone. */
export const topic = "ada-phone";

/** `url`: of the daemon that is running now; `key`: an administrator's. */
export function clientOf(url: () => string, key: string) {
  /** Calls the management API; throws when the answer is none of 2xx. */
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url()}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  };
  /** Id of a group with one member, Ada, and her phone. */
  const onCall = async (): Promise<string> => {
    const group = await api<{ id: string }>("POST", "/alert_groups", { title: "On call" });
    const user = await api<{ id: string }>("POST", "/users", { email: "ada@example.com" });
    await api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: topic });
    await api("POST", `/alert_groups/${group.id}/members`, { email: "ada@example.com" });
    return group.id;
  };
  return {
    api,
    onCall,
    /** A webhook monitor in such a group. */
    errors: async (threshold: number): Promise<Monitor> =>
      api<Monitor>("POST", "/webhook_monitors", {
        title: "Errors",
        alert_group_id: await onCall(),
        error_rate_threshold: threshold,
      }),
    report: (monitor: Pick<Monitor, "webhook_id">, message = "boom"): Promise<Response> =>
      fetch(`${url()}/api/webhook/${monitor.webhook_id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message }),
      }),
  };
}
