/** The routes of a server, as its router has them. */
import { serverOfNothing } from "./api-document.ts";

export interface RouteOfServer {
  method: string;
  /** With its parameters as `:name`. */
  path: string;
}

export async function routesOfServer(): Promise<RouteOfServer[]> {
  const server = await serverOfNothing();
  const tree = server.printRoutes({ commonPrefix: false });
  await server.close();
  return routesIn(tree);
}

/** Of the tree that the router prints: a line continues the line above it that stands further left. */
function routesIn(tree: string): RouteOfServer[] {
  const before: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (part === "") return [];
    const depth = indent.length / 4;
    const path = (before[depth - 1] ?? "") + part;
    before[depth] = path;
    return methods.split(", ").map((method) => ({ method, path }));
  });
}
