import { describe, expect, test } from "vitest";
import { issueCertificate, makeAuthority, makeCertificate } from "../support/certificate.ts";
import { refusing } from "../support/free-port.ts";
import { bytesOf, probe, proberOf } from "../support/probing.ts";

const authority = makeAuthority("Test CA");
const names = "DNS:localhost,IP:127.0.0.1";

describe.each(["tcp", "tls"])("%s:// to a server that greets first", (scheme) => {
  const tls = scheme === "tls" ? issueCertificate(authority, names) : undefined;

  test("closes in order, without a reset", async () => {
    const ends: string[] = [];
    const server = await bytesOf((socket) => {
      socket.on("end", () => ends.push("end")).on("error", () => ends.push("reset"));
      socket.write("220 mail.example.com ESMTP\r\n".repeat(20));
    }, tls);
    const prober = proberOf({ ca: authority.cert });
    for (let i = 0; i < 5; i++)
      expect(await probe(`${scheme}://${server.address}`, {}, prober)).toMatchObject({
        kind: "connected",
      });
    await expect.poll(server.open).toBe(0);
    expect(ends).toEqual(Array(5).fill("end"));
  });

  test("and never stops is left all the same", async () => {
    const server = await bytesOf((socket) => {
      const more = (error?: Error | null) => {
        if (!error) socket.write("x".repeat(16 * 1024), more);
      };
      more();
    }, tls);
    expect(
      await probe(`${scheme}://${server.address}`, {}, proberOf({ ca: authority.cert })),
    ).toMatchObject({ kind: "connected" });
    await expect.poll(server.open).toBe(0);
  });
});

describe("tcp://", () => {
  test("connects, sends nothing and closes", async () => {
    const server = await bytesOf();
    const fetched = await probe(`tcp://${server.address}`);
    expect(fetched).toMatchObject({
      kind: "connected",
      seen: { address: server.address, kept: false, protocol: null, certificate: null },
    });
    expect(fetched.seen.timing).toMatchObject({
      dns: null,
      connect: expect.any(Number) as number,
      tls: null,
      first_byte: null,
    });
    expect(server.received()).toBe("");
    await expect.poll(server.open).toBe(0);
  });

  test("finds the host as HTTP does", async () => {
    const server = await bytesOf();
    for (const host of ["localhost", "0x7f.1", "LOCALHOST."])
      expect(await probe(`tcp://${host}:${server.port}`)).toMatchObject({ kind: "connected" });
    expect(server.connections()).toBe(3);
  });

  test("to a closed port says so", async () => {
    expect(await probe(`tcp://${refusing.address}`)).toMatchObject({
      kind: "failure",
      during: "connection",
      reason: `connection refused (${refusing.address})`,
      unreachable: true,
    });
  });

  test("to a name that does not exist says so", async () => {
    const lookup = (host: string) =>
      Promise.resolve({ ok: false as const, reason: `DNS: no such host ${host}` });
    expect(await probe("tcp://db.test:5432", {}, proberOf({ lookup }))).toMatchObject({
      during: "dns",
      reason: "DNS: no such host db.test",
      unreachable: true,
    });
  });

  test("with a name that is never resolved ends at the deadline, and connects to nothing", async () => {
    const server = await bytesOf();
    const name = Promise.withResolvers<{ ok: true; addresses: string[] }>();
    const prober = proberOf({ lookup: () => name.promise });
    const url = `tcp://db.test:${server.port}`;
    expect(await probe(url, { timeout_seconds: 0.2 }, prober)).toMatchObject({
      during: "dns",
      reason: "timed out after 0.2 s while looking up db.test",
      unreachable: true,
      late: true,
    });
    name.resolve({ ok: true, addresses: ["127.0.0.1"] });
    // A connection begun now would come first.
    await probe(`tcp://${server.address}`);
    expect(server.connections()).toBe(1);
  });
});

describe("tls://", () => {
  test("shows the certificate, and offers no protocol", async () => {
    const server = await bytesOf(undefined, issueCertificate(authority, names));
    const prober = proberOf({ ca: authority.cert });
    for (const host of ["localhost", "127.0.0.1"]) {
      const fetched = await probe(`tls://${host}:${server.port}`, {}, prober);
      expect(fetched).toMatchObject({
        kind: "connected",
        seen: {
          protocol: "TLSv1.3",
          certificate: { subject: "CN=shop", names: ["localhost", "127.0.0.1"], fault: null },
          timing: { tls: expect.any(Number) as number },
        },
      });
    }
    expect(server.received()).toBe("");
  });

  test("describes a certificate that is not trusted", async () => {
    const server = await bytesOf(undefined, makeCertificate(names));
    expect(await probe(`tls://${server.address}`)).toMatchObject({
      kind: "failure",
      during: "certificate",
      reason: "TLS: certificate is self-signed",
      seen: { address: server.address, certificate: { fault: "certificate is self-signed" } },
    });
  });

  test("to a port without TLS says so", async () => {
    const server = await bytesOf((socket) => socket.end("220 mail.example.com ESMTP\r\n"));
    const fetched = await probe(`tls://${server.address}`);
    expect(fetched).toMatchObject({ kind: "failure", during: "connection" });
    expect(fetched.kind === "failure" && fetched.reason).toMatch(/^TLS: handshake failed \(.+\)$/);
  });
});
