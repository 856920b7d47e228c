import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readConfig, type Sources } from "../../src/daemon/config/config.ts";

const read = (sources: Partial<Sources> = {}, files: Record<string, string> = {}) =>
  readConfig({
    flags: {},
    env: {},
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error("no such file");
      return text;
    },
    ...sources,
  });
const config = (...args: Parameters<typeof read>) => {
  const result = read(...args);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result.config;
};
const problems = (...args: Parameters<typeof read>) => {
  const result = read(...args);
  return result.ok ? [] : result.problems;
};

const account = JSON.stringify({
  type: "service_account",
  project_id: "shop-1234",
  client_email: "monitord@shop-1234.iam.gserviceaccount.com",
  private_key: generateKeyPairSync("rsa", {
    modulusLength: 2048,
  }).privateKey.export({ type: "pkcs8", format: "pem" }),
});

describe("the configuration", () => {
  test("has a default for everything", () => {
    expect(config()).toMatchObject({
      host: "127.0.0.1",
      port: 8620,
      dataDir: "./data",
      siteUrl: null,
      channels: { ntfy: { url: "https://ntfy.sh", token: null }, fcm: null, email: null },
      allowAddresses: [],
      apiRateLimit: 600,
      retention: { reports: 30 * 24 * 3600_000 },
    });
  });

  test("takes a flag over the environment, that over the file, that over the default", () => {
    const files = { "monitord.yaml": "port: 1\nhost: a\nlog-level: warn\n" };
    const env = { MONITORD_PORT: "2", MONITORD_HOST: "b" };
    const flags = { config: "monitord.yaml", port: "3" };
    expect(config({ flags, env }, files)).toMatchObject({
      port: 3,
      host: "b",
      logLevel: "warn",
    });
  });

  test("reads secrets from files, and says when both are given", () => {
    expect(
      config({ env: { MONITORD_NTFY_TOKEN_FILE: "token" } }, { token: "tk_1\n" }),
    ).toMatchObject({ channels: { ntfy: { token: "tk_1" } } });
    expect(
      problems({
        env: { MONITORD_NTFY_TOKEN_FILE: "token", MONITORD_NTFY_TOKEN: "tk" },
      }),
    ).toEqual(["MONITORD_NTFY_TOKEN and MONITORD_NTFY_TOKEN_FILE are both set: keep one of them."]);
  });

  test("takes a host as a URL has it, and without the spaces around it", () => {
    for (const host of ["[::1]", " ::1 "])
      expect(config({ env: { MONITORD_HOST: host } }).host).toBe("::1");
    expect(config({ flags: { host: "host-1.example" } }).host).toBe("host-1.example");
  });

  test("takes lists as repeated flags, with commas, or as a list", () => {
    const list = ["10.0.0.0/8", "127.0.0.1:8080"];
    expect(config({ flags: { "allow-addresses": list } }).allowAddresses).toEqual(list);
    expect(config({ env: { MONITORD_ALLOW_ADDRESSES: list.join(", ") } }).allowAddresses).toEqual(
      list,
    );
    expect(
      config({ flags: { config: "c" } }, { c: "allow-addresses: [10.0.0.0/8, '127.0.0.1:8080']" })
        .allowAddresses,
    ).toEqual(list);
  });

  test("keeps the path of the site URL and drops the slash at its end", () => {
    expect(config({ flags: { "site-url": "https://example.com/monitor/" } }).siteUrl).toBe(
      "https://example.com/monitor",
    );
  });

  test("says every problem at once, where it is from and what would be right", () => {
    expect(
      problems(
        {
          flags: { config: "c.yaml", port: "70000" },
          env: { MONITORD_PROT: "1", MONITORD_SITE_URL: "example.com" },
        },
        {
          "c.yaml": "log-levle: info\nlog-format: xml\napi-rate-limit: many\n",
        },
      ),
    ).toEqual([
      'MONITORD_PROT: unknown variable, did you mean "MONITORD_PORT"?',
      'c.yaml: unknown option "log-levle", did you mean "log-level"?',
      '--port: "70000" must be a whole number from 0 to 65535.',
      'MONITORD_SITE_URL: "example.com" must be an absolute http or https URL, such as https://monitor.example.com.',
      'c.yaml: api-rate-limit: "many" must be a whole number from 1 to 1000000.',
      'c.yaml: log-format: "xml" must be one of auto, json, text.',
    ]);
  });

  test.each([
    [{ flags: { config: "gone" } }, {}, /cannot read gone/],
    [{ flags: { config: "c" } }, { c: "a: [" }, /^c:1: /],
    [{ flags: { config: "c" } }, { c: "port: 1\nport: 2" }, /^c:2: duplicate key "port"\.$/],
    [{ flags: { config: "c" } }, { c: "port: 1\n---\n" }, /^c:2: the file must have one document/],
    [{ flags: { config: "c" } }, { c: "port: *a" }, /^c: Unresolved alias/],
    [{ flags: { host: "127.0.0.1:80" } }, {}, /must be an address such as .* the port is --port/],
    [{ flags: { host: "*" } }, {}, /must be an address/],
    [{ env: { MONITORD_NTFY_TOKEN: "a\nb" } }, {}, /without line breaks/],
    [{ flags: { config: "c" } }, { c: "- a" }, /must be a mapping/],
    [{ flags: { host: " " } }, {}, /must be a text/],
    [{ flags: { "site-url": "https://a:b@c" } }, {}, /user name or password/],
    [{ flags: { "site-url": "https://c/?q" } }, {}, /query or a fragment/],
    [{ flags: { "allow-addresses": "home" } }, {}, /"home" must be an address/],
    [{ flags: { "trusted-proxies": "1.2.3.4:80" } }, {}, /must be an address/],
    [
      { flags: { "connectivity-check-urls": "https://a.example,ftp://b" } },
      {},
      /"ftp:\/\/b" must be an absolute http or https URL/,
    ],
    [{ flags: { "ntfy-token-file": "gone" } }, {}, /cannot read gone/],
    [{ env: { MONITORD_DATABASE_URL: "postgres://a,/b" } }, {}, /must be a PostgreSQL URL/],
    [
      { env: { MONITORD_DATABASE_URL: "postgres://a,b/c?target_session_attrs=standby" } },
      {},
      /servers that take writes/,
    ],
  ])("%o is refused", (sources, files, message) => {
    expect(problems(sources, files)[0]).toMatch(message);
  });

  test("reads the service account of FCM, and where its endpoints are", () => {
    expect(config().channels.fcm).toBe(null);
    expect(
      config(
        {
          flags: { "fcm-credentials-file": "key.json" },
          env: { MONITORD_FCM_URL: "http://127.0.0.1:1/" },
        },
        { "key.json": account },
      ).channels.fcm,
    ).toMatchObject({
      account: { project_id: "shop-1234" },
      url: "http://127.0.0.1:1",
      tokenUrl: null,
    });
    expect(
      config({
        env: {
          MONITORD_FCM_CREDENTIALS: account,
          MONITORD_FCM_TOKEN_URL: "http://127.0.0.1:1/token",
        },
      }).channels.fcm,
    ).toMatchObject({ url: null, tokenUrl: "http://127.0.0.1:1/token" });
  });

  test.each([
    [
      { flags: { "fcm-credentials-file": "key.json" } },
      "--fcm-credentials-file: the value is not JSON: it must be the key of a service account.",
    ],
    [
      { env: { MONITORD_FCM_CREDENTIALS: "/etc/key.json" } },
      "MONITORD_FCM_CREDENTIALS: the value is not JSON: it must be the key of a service account; a file that holds it is named with --fcm-credentials-file or MONITORD_FCM_CREDENTIALS_FILE.",
    ],
    [
      { env: { MONITORD_FCM_CREDENTIALS: "{}" } },
      'MONITORD_FCM_CREDENTIALS: the value is not the key of a service account; one is made in the Firebase console: Project settings, Service accounts, "Generate new private key".',
    ],
  ])("of FCM says what is wrong: %o", (sources, problem) => {
    expect(problems(sources, { "key.json": "canary" })).toEqual([problem]);
  });

  test("reads the mail server from a flag, the environment or a file, and the sender", () => {
    const flags = { "mail-from": "Monitord <monitord@example.org>" };
    const email = {
      server: {
        host: "mail.example.org",
        port: 587,
        tls: "required",
        checked: true,
        login: { user: "ada", password: "canary" },
      },
      from: { name: "Monitord", address: "monitord@example.org" },
      name: null,
    };
    const url = "smtp://ada:canary@mail.example.org";
    expect(config({ flags: { ...flags, "smtp-url": url } }).channels.email).toEqual(email);
    expect(config({ flags, env: { MONITORD_SMTP_URL: url } }).channels.email).toEqual(email);
    expect(
      config({ flags, env: { MONITORD_SMTP_URL_FILE: "smtp" } }, { smtp: `${url}\n` }).channels
        .email,
    ).toEqual(email);
  });

  test.each([
    [
      { env: { MONITORD_SMTP_URL: "smtp://ada:canary@/x" } },
      "MONITORD_SMTP_URL: the value must be an SMTP URL, such as smtp://user:password@mail.example.org:587.",
    ],
    [
      { flags: { "mail-from": "Monitord" } },
      '--mail-from: "Monitord" must be an email address, such as Monitord <monitord@example.org>.',
    ],
    [
      { flags: { "smtp-url": "smtp://localhost:25" } },
      "--mail-from: missing. email needs --smtp-url and --mail-from.",
    ],
    [
      { flags: { "mail-from": "m@example.org" } },
      "--smtp-url: missing. email needs --smtp-url and --mail-from.",
    ],
    [
      { flags: { "tls-cert-file": "cert.pem" } },
      "--tls-key-file: missing. TLS needs a certificate and its key.",
    ],
  ])("of mails and TLS says what is wrong: %o", (sources, problem) => {
    expect(problems(sources)).toEqual([problem]);
  });

  test("reads the credentials and the state directory of systemd where nothing else is set", () => {
    const systemd = {
      env: {
        STATE_DIRECTORY: "/var/lib/monitord:/var/lib/other",
        CREDENTIALS_DIRECTORY: "/run/cred",
      },
      credentials: ["ntfy-token", "something-else"],
    };
    const files = { "/run/cred/ntfy-token": "tk_1\n", token: "tk_2" };
    expect(config(systemd, files)).toMatchObject({
      dataDir: "/var/lib/monitord",
      secretsKeyFile: "/var/lib/monitord/secrets.key",
      channels: { ntfy: { token: "tk_1" } },
    });
    const flags = { "data-dir": "/data", "ntfy-token-file": "token" };
    expect(config({ ...systemd, flags }, files)).toMatchObject({
      dataDir: "/data",
      channels: { ntfy: { token: "tk_2" } },
    });
  });

  test("takes an empty variable as not set", () => {
    const env = { MONITORD_SITE_URL: "", MONITORD_NTFY_TOKEN_FILE: "" };
    expect(config({ env })).toMatchObject({ siteUrl: null, channels: { ntfy: { token: null } } });
  });

  test("leaves alone what Kubernetes makes of a Service called monitord, and explains it where it clashes", () => {
    const env = {
      MONITORD_SERVICE_HOST: "10.0.0.1",
      MONITORD_SERVICE_PORT_HTTP: "8620",
      MONITORD_PORT_8620_TCP: "tcp://10.0.0.1:8620",
      MONITORD_PORT_8620_TCP_ADDR: "10.0.0.1",
    };
    expect(problems({ env })).toEqual([]);
    expect(problems({ env: { ...env, MONITORD_PORT: "tcp://10.0.0.1:8620" } })).toEqual([
      expect.stringContaining("set enableServiceLinks: false"),
    ]);
  });

  test("never repeats a secret", () => {
    const [problem] = problems({
      env: { MONITORD_BOOTSTRAP_API_KEY: "mon_mistyped" },
    });
    expect(problem).toMatch(/must be an API key/);
    expect(problem).not.toContain("mistyped");
  });
});
