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
  depends_on?: Record<string, object> | string[];
  networks?: { default: { ipv4_address: string } };
}

interface Compose {
  services: Record<string, Service>;
  volumes: object;
  secrets: Record<string, { file: string }>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
}

const composes = [
  { name: "compose", nodes: ["monitord"] },
  { name: "cluster", nodes: ["one", "two"] },
].map((one) => ({
  ...one,
  compose: parse(read(`${one.name}/compose.yaml`), { merge: true }) as Compose,
}));

describe.each(composes)("the services of $name", ({ name, nodes, compose }) => {
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
      if (!one.build) expect(one.image).toMatch(/:v?\d/);
    },
  );

  test("name only what they declare", () => {
    for (const [service, { volumes = [], secrets = [], depends_on = {} }] of services) {
      for (const volume of volumes.map((text) => text.split(":")[0]!))
        if (!volume.startsWith("."))
          expect(Object.keys(compose.volumes), service).toContain(volume);
        // A certificate is not ours.
        else if (volume !== "./certificates")
          expect(existsSync(join(folder, name, volume)), volume).toBe(true);
      for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret);
      const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const other of others) expect(compose.services).toHaveProperty(other);
    }
    for (const node of nodes) {
      const { context, dockerfile } = compose.services[node]!.build!;
      const root = join(folder, name, context);
      expect(existsSync(join(root, "package.json"))).toBe(true);
      expect(existsSync(join(root, dockerfile))).toBe(true);
      expect(existsSync(join(root, `${dockerfile}.dockerignore`))).toBe(true);
    }
  });
});

/** What a node of an example is configured to, with these files for its secrets. */
const configOf = ({ environment }: Service, files: Record<string, string>) =>
  readConfig({
    flags: {},
    env: Object.fromEntries(
      Object.entries(environment!).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+:\?\}/g, "x.example.com"),
      ]),
    ),
    readFile: (path) => files[path]!,
  });

test("compose configures monitord with what it knows", () => {
  const { services, networks } = composes[0]!.compose;
  expect(configOf(services["monitord"]!, { "/run/secrets/ntfy_token": "tk_1" })).toMatchObject({
    ok: true,
    config: {
      siteUrl: "https://x.example.com",
      channels: { ntfy: { url: "https://x.example.com", token: "tk_1" } },
      trustedProxies: networks.default.ipam.config.map(({ subnet }) => subnet),
    },
  });
});

test("the nodes of the cluster have one database and one key, and believe nginx, which knows both", () => {
  const { services } = composes[1]!.compose;
  const [one, two, nginx] = [services["one"]!, services["two"]!, services["nginx"]!];
  const url = "postgres://monitord:x@postgres/monitord";
  const files = { "/run/secrets/database_url": url };
  expect(configOf(one, files)).toMatchObject({
    ok: true,
    config: {
      siteUrl: "https://x.example.com",
      databaseUrl: url,
      secretsKeyFile: "/run/secrets/secrets_key",
      trustedProxies: [nginx.networks!.default.ipv4_address],
    },
  });
  expect(two.environment).toEqual(one.environment);
  expect(nginx.environment).toMatchObject({
    NODE_ONE: `${one.networks!.default.ipv4_address}:8620`,
    NODE_TWO: `${two.networks!.default.ipv4_address}:8620`,
  });
});

test("litestream copies the database of the unit", () => {
  const { dbs } = parse(read("litestream/litestream.yml")) as { dbs: { path: string }[] };
  expect(dbs.map(({ path }) => dirname(path))).toEqual(["/var/lib/monitord"]);
  expect(read("systemd/monitord.service")).toContain("\nStateDirectory=monitord\n");
});
