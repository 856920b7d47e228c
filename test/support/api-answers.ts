/** Everything that the management API answers to questions, so that two services can be compared. */
import type { Description } from "./api-document.ts";

interface Operation {
  parameters?: { $ref?: string; name?: string }[];
}

/** How the service itself is; what it streams; and a view of one moment. */
const passing = /\/(nodes|events|explanation|who)$/;

/** What changes by itself with the time, and because it was asked. */
const changing = new Set(["uptime", "last_used_at"]);

/**
 * The answer to each GET that the API document describes, by its path: of every collection, and of everything that
 * is within something listed there, of each kind `most` at most. Charts are those of `range`.
 */
export async function answersOf(
  { url, key }: { url: string; key: string },
  /** `step`: seconds. */
  range: { from: number; to: number; step: number },
  most = Infinity,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${text}`);
    return (answers[path] = JSON.parse(text, (name, value: unknown) =>
      changing.has(name) ? null : value,
    ));
  };
  const document = await fetch(`${url}/api/v1/openapi.json`);
  const { paths } = (await document.json()) as Description;
  const gets = Object.entries(paths as Record<string, { get?: Operation }>).flatMap(
    ([path, { get }]) =>
      get && path.startsWith("/api/v1/") && !passing.test(path) ? [{ path, get }] : [],
  );
  const queryOf = ({ parameters = [] }: Operation) => {
    const names = parameters.map(({ name, $ref = "" }) => name ?? $ref.split("/").at(-1)!);
    const given = {
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      // A report is about the past, and a range may end later.
      until: new Date((range.from + range.to) / 2).toISOString(),
      step: String(range.step),
      limit: "1000",
    };
    return String(
      new URLSearchParams(Object.entries(given).filter(([name]) => names.includes(name))),
    );
  };
  const listed: Record<string, string[]> = {};
  for (const { path, get } of gets)
    if (!path.includes("{")) {
      const rows = await ask(`${path}?${queryOf(get)}`);
      if (Array.isArray(rows))
        listed[path] = rows.slice(0, most).map(({ id }: { id: string }) => id);
    }
  for (const { path, get } of gets) {
    const [collection, rest, ...more] = path.split(/\/\{\w+\}/);
    if (rest === undefined || more.length > 0) continue;
    for (const id of listed[collection!] ?? [])
      await ask(`${collection}/${id}${rest}?${queryOf(get)}`);
  }
  return answers;
}
