/**
 * One sentence for a page that is healthy: the endpoint can report sub-checks of its own, with an example in its
 * language. Pure. The language is guessed from the software that the answer names.
 */
import { isOwn, ownPrefix } from "./own-check.ts";

interface Result {
  name: string;
  status: string;
  meta: unknown;
}

/** The software in the headers `server` and `x-powered-by`, its language, and the example in the package. */
const languages: readonly [software: RegExp, language: string, example: string][] = [
  [/php|laravel|wordpress/i, "PHP", "php.php"],
  [/next\.js/i, "Next.js", "next.ts"],
  [/asp\.net|kestrel|microsoft-iis/i, "ASP.NET", "aspnet.cs"],
  [/gunicorn|uvicorn|hypercorn|werkzeug|python|daphne/i, "Python", "python.py"],
  [/express|node|hono|koa/i, "Node", "node.mjs"],
];

/** null: not a healthy answer over HTTP, or it has sub-checks of its own. */
export function reportHint(results: readonly Result[]): string | null {
  const status = results.find(({ name }) => name === `${ownPrefix}status`);
  const isPlain = results.every((result) => isOwn(result.name) && result.status === "ok");
  if (!status || !isPlain) return null;
  const { software = "" } = (status.meta ?? {}) as { software?: unknown };
  const [, language, example] = languages.find(([named]) => named.test(String(software))) ?? [];
  return `Instead of up or down, it can report sub-checks: examples/health-endpoint${
    language === undefined ? " has examples" : `/${example} is an example in ${language}`
  }.`;
}
