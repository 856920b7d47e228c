/**
 * The manifests of `examples/kubernetes`: what they promise, and where kubeconform can be had (`KUBECONFORM`) that they fit the
 * schemas of Kubernetes.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../src/daemon/config/config.ts";

const folder = "examples/kubernetes";
const files = globSync("*.yaml", { cwd: folder });
const documents = (file: string) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, "utf8")).map((one) => one.toJS() as any);
const deployment = (file: string) => documents(file).find(({ kind }) => kind === "Deployment").spec;

test("one pod has SQLite and is recreated, several have PostgreSQL and roll", () => {
  expect(deployment("sqlite.yaml")).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  const several = deployment("postgres.yaml");
  expect(several).toMatchObject({ replicas: 2, strategy: { type: "RollingUpdate" } });
  expect(several.strategy.rollingUpdate.maxUnavailable).toBe(0);
});

describe.each(files)("%s", (file) => {
  const { template } = deployment(file);
  const [container] = template.spec.containers;

  test("has variables that monitord reads", () => {
    const entries = container.env.map(({ name, value }: { name: string; value?: string }) => [
      name,
      value ?? "postgres://db/monitord",
    ]);
    const read = readConfig({ flags: {}, env: Object.fromEntries(entries), readFile: () => "" });
    expect(read).toMatchObject({ ok: true });
  });

  test("runs without rights, on a root that is read-only, with writable folders of its own", () => {
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(template.spec.securityContext.runAsNonRoot).toBe(true);
    const writable = container.volumeMounts
      .filter(({ readOnly = false }) => !readOnly)
      .map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(writable).toEqual(expect.arrayContaining(["/data", "/tmp"]));
  });

  test("is asked whether it lives and whether it is ready, and pauses before it ends", () => {
    expect(container.livenessProbe.httpGet.path).toBe("/livez");
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
    expect(container.lifecycle.preStop).toBeDefined();
    // The pause, and the ten seconds of a stop.
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      container.lifecycle.preStop.sleep.seconds + 10,
    );
  });

  test.runIf(process.env["KUBECONFORM"])("fits the schemas of Kubernetes", () => {
    const { status, stdout } = spawnSync(
      process.env["KUBECONFORM"]!,
      ["-strict", "-summary", `${folder}/${file}`],
      { encoding: "utf8" },
    );
    expect(stdout).toContain("Invalid: 0");
    expect(status).toBe(0);
  });
});
