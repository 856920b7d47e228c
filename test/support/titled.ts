/**
 * A declaration of many monitors that all have one title, and readers of them: whoever sees two titles in one answer, or
 * some of the monitors, has seen half of an apply.
 */
import { clientOf } from "./daemon-client.ts";

/** `title`: null declares none of them. */
const titled = (count: number, title: string | null): object => ({
  project: "large",
  prune: true,
  prune_max: count,
  alert_groups: [{ external_id: "g", title: "On call" }],
  webhook_monitors: Array.from({ length: title === null ? 0 : count }, (_, i) => ({
    external_id: `m${i}`,
    title,
    alert_group: "g",
  })),
});

/** Readers of the daemon that runs at `url` now; `key`: an administrator's. */
export function readersOf(url: () => string, key: string) {
  const { api } = clientOf(url, key);
  let cookie: string | null = null;
  const titlesIn = (text: string) => [...new Set(text.match(/Edition \d+/g))];

  async function signIn(): Promise<string> {
    const answer = await fetch(`${url()}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url(), "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ code: key, name: "Ada" }),
    });
    return answer.headers.get("set-cookie")!.split(";")[0]!;
  }

  return {
    apply: (count: number, title: string | null): Promise<unknown> =>
      api("POST", "/apply", titled(count, title)),
    /** The titles in an answer of the API and in a page of the dashboard, and how many monitors the answer has. */
    async look(): Promise<{ api: string[]; page: string[]; shown: number }> {
      const answer = await fetch(`${url()}/api/v1/webhook_monitors?limit=1000`, {
        headers: { authorization: `Bearer ${key}` },
      });
      cookie ??= await signIn();
      const page = await fetch(`${url()}/monitors`, { headers: { cookie, accept: "text/html" } });
      if (!answer.ok || !page.ok) throw new Error(`${answer.status} ${page.status}`);
      const text = await answer.text();
      const shown = [...text.matchAll(/"title":"Edition/g)].length;
      return { api: titlesIn(text), page: titlesIn(await page.text()), shown };
    },
    /** How many monitors there are of each title. */
    async count(): Promise<Record<string, number>> {
      const counted: Record<string, number> = {};
      for (let cursor = ""; ;) {
        const answer = await fetch(`${url()}/api/v1/webhook_monitors?limit=1000${cursor}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        for (const { title } of (await answer.json()) as { title: string }[])
          if (title.startsWith("Edition")) counted[title] = (counted[title] ?? 0) + 1;
        const next = /[?&]cursor=([^&>]+)/.exec(answer.headers.get("link") ?? "")?.[1];
        if (next === undefined) return counted;
        cursor = `&cursor=${next}`;
      }
    },
  };
}
