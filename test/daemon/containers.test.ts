/** The examples that no test can run: what they name must exist in the program, and nothing may be writable. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../src/daemon/config/config.ts";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");

describe("the image", () => {
  const lines = read("container/Dockerfile").replaceAll("\\\n", " ").split("\n");
  const valueOf = (instruction: string) =>
    lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);

  test("runs as a user without rights, and asks for its health", () => {
    expect(valueOf("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(valueOf("HEALTHCHECK")).toMatch(/CMD \["monitord", "healthcheck"\]$/);
    expect(valueOf("ENTRYPOINT")).toBe('["monitord"]');
    expect(lines.filter((line) => line.startsWith("FROM")).at(-1)).toBe("FROM node:24-slim");
  });

  test("sets only variables that monitord knows", () => {
    const env = Object.fromEntries(
      [...valueOf("ENV")!.matchAll(/(MONITORD_\w+)=(\S+)/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const read = readConfig({ flags: {}, env, readFile: () => "" });
    expect(read).toMatchObject({
      ok: true,
      config: { host: "0.0.0.0", dataDir: valueOf("VOLUME") },
    });
  });
});

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  healthcheck?: { test: string[] };
  volumes?: string[];
  secrets?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, object>;
}

describe("compose", () => {
  const compose = parse(read("compose/compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
    secrets: Record<string, { file: string }>;
    networks: { default: { ipam: { config: { subnet: string }[] } } };
  };
  const services = Object.entries(compose.services);

  test.each(services)(
    "%s can write to its volumes alone, and is asked for its health",
    (_, one) => {
      expect(one).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        restart: "unless-stopped",
        healthcheck: { test: expect.anything() as unknown },
      });
      if (one.image) expect(one.image).toMatch(/:v?\d/);
    },
  );

  test("names only what it declares", () => {
    for (const [name, { volumes = [], secrets = [], depends_on = {} }] of services) {
      for (const volume of volumes.map((text) => text.split(":")[0]!))
        if (!volume.startsWith(".")) expect(Object.keys(compose.volumes), name).toContain(volume);
        else expect(existsSync(join(folder, "compose", volume)), volume).toBe(true);
      for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret);
      for (const other of Object.keys(depends_on)) expect(compose.services).toHaveProperty(other);
    }
    const { context, dockerfile } = compose.services["monitord"]!.build!;
    const root = join(folder, "compose", context);
    expect(existsSync(join(root, "package.json"))).toBe(true);
    expect(existsSync(join(root, dockerfile))).toBe(true);
    expect(existsSync(join(root, `${dockerfile}.dockerignore`))).toBe(true);
  });

  test("configures monitord with what it knows", () => {
    const env = Object.fromEntries(
      Object.entries(compose.services["monitord"]!.environment!).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+:\?\}/g, "x.example.com"),
      ]),
    );
    const files: Record<string, string> = { "/run/secrets/ntfy_token": "tk_1" };
    const read = readConfig({ flags: {}, env, readFile: (path) => files[path]! });
    expect(read).toMatchObject({
      ok: true,
      config: {
        siteUrl: "https://x.example.com",
        channels: { ntfy: { url: "https://x.example.com", token: "tk_1" } },
        trustedProxies: compose.networks.default.ipam.config.map(({ subnet }) => subnet),
      },
    });
  });
});

test("litestream copies the database of the unit", () => {
  const { dbs } = parse(read("litestream/litestream.yml")) as { dbs: { path: string }[] };
  expect(dbs.map(({ path }) => dirname(path))).toEqual(["/var/lib/monitord"]);
  expect(read("systemd/monitord.service")).toContain("\nStateDirectory=monitord\n");
});
