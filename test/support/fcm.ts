/**
 * Both of Google's endpoints on loopback: the one that gives out access tokens, which checks the signature
 * of the statement it is given, and FCM itself, which checks tokens and messages as strictly as the real
 * one, remembers what a phone would show, and fails in every way that is documented.
 */
import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface FcmMessage {
  token: string;
  notification: { title: string; body: string };
  data: Record<string, string>;
  android: {
    priority: string;
    ttl: string;
    collapse_key: string;
    notification: Record<string, unknown>;
  };
  apns: {
    headers: Record<string, string>;
    payload: { aps: Record<string, unknown> };
  };
}

/** An answer to give in place of the right one, or none at all. */
export type FcmFailure =
  | "hang"
  | "reset"
  | {
      status: number;
      body?: unknown;
      headers?: Record<string, string>;
    };

export interface FakeFcm {
  /** For `--fcm-url`. */
  url: string;
  /** For `--fcm-token-url`. */
  tokenUrl: string;
  /** The key file of an account that is known here. */
  credentials: Record<string, string>;
  messages(): FcmMessage[];
  /** Of each tag the last message alone, as a phone shows it. */
  shown(token: string): FcmMessage[];
  /** Requests to send, refused ones included. */
  attempts(): number;
  tokenRequests(): number;
  /** From now on every message fails so; null: none. */
  failWith(failure: FcmFailure | null): void;
  /** From now on every request for an access token fails so; null: none. */
  failTokensWith(failure: FcmFailure | null): void;
  /** Access tokens given out so far are good no more. */
  revokeTokens(): void;
  /** How long an access token lasts, s. */
  lastTokens(seconds: number): void;
  /** Holds back answers to token requests until the function that it returns is called. */
  holdTokens(): () => void;
  stop(): Promise<void>;
}

const project = "shop-1234";
// One pair for all tests: making one takes a while.
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The answer of FCM to a request that it refuses, as it is documented. */
export function fcmError(
  status: number,
  errorCode: string,
  message = "told to",
  headers: Record<string, string> = {},
): FcmFailure {
  return {
    status,
    headers,
    body: {
      error: {
        code: status,
        message,
        status: "SOME_STATUS",
        details: [
          {
            "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
            errorCode,
          },
        ],
      },
    },
  };
}

/** The answer of Google in front of FCM. */
export function googleError(status: number, code: string, details: unknown[] = []): FcmFailure {
  return {
    status,
    body: {
      error: { code: status, message: "told to", status: code, details },
    },
  };
}

export async function startFcm(options: {
  /** The time that statements are checked against, ms. */
  now: () => number;
  /** Whom statements must be meant for, and the account's `token_uri`; `tokenUrl` when left out. */
  audience?: string;
}): Promise<FakeFcm> {
  const received: FcmMessage[] = [];
  const sockets = new Set<Socket>();
  let good = new Set<string>();
  let [attempts, tokenRequests, given, lasting] = [0, 0, 0, 3599];
  let failure: FcmFailure | null = null;
  let tokenFailure: FcmFailure | null = null;
  let held: Promise<void> | null = null;

  type Answer = FcmFailure & { status: number };

  async function giveToken(request: IncomingMessage): Promise<FcmFailure> {
    tokenRequests++;
    const form = new URLSearchParams(await textOf(request));
    if (tokenFailure) return tokenFailure;
    await held;
    const wrong = wrongStatement(form, options.now(), fcm);
    if (wrong !== null)
      return {
        status: 400,
        body: { error: "invalid_grant", error_description: wrong },
      };
    const access_token = `ya29.token-${++given}`;
    good.add(access_token);
    return {
      status: 200,
      body: { access_token, expires_in: lasting, token_type: "Bearer" },
    };
  }

  async function takeMessage(request: IncomingMessage): Promise<FcmFailure> {
    attempts++;
    const body = await textOf(request);
    if (failure) return failure;
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (!good.has(token)) return googleError(401, "UNAUTHENTICATED");
    const { message } = JSON.parse(body) as { message: FcmMessage };
    const wrong = wrongMessage(message);
    if (wrong !== null)
      return googleError(400, "INVALID_ARGUMENT", [
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "message", description: wrong }],
        },
      ]);
    received.push(message);
    const name = `projects/${project}/messages/${received.length}`;
    return { status: 200, body: { name } };
  }

  const server = createServer((request, response) => {
    const answering =
      request.method !== "POST"
        ? Promise.resolve<Answer>({ status: 405 })
        : request.url === "/token"
          ? giveToken(request)
          : request.url === `/v1/projects/${project}/messages:send`
            ? takeMessage(request)
            : Promise.resolve<Answer>({ status: 404, body: "<html>" });
    answering
      .then((answer) => {
        if (answer === "hang") return;
        if (answer === "reset") {
          response.destroy();
          return;
        }
        const { status, body = "", headers = {} } = answer;
        response.writeHead(status, {
          "content-type": "application/json",
          ...headers,
        });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const fcm: FakeFcm = {
    url,
    tokenUrl: `${url}/token`,
    credentials: {
      type: "service_account",
      project_id: project,
      private_key_id: "key-1",
      private_key: String(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
      client_email: `monitord@${project}.iam.gserviceaccount.com`,
      token_uri: options.audience ?? `${url}/token`,
    },
    messages: () => received,
    shown: (token) =>
      received.filter(
        (message, index) =>
          message.token === token &&
          received.findLastIndex(
            (other) =>
              other.token === token &&
              other.android.notification["tag"] === message.android.notification["tag"],
          ) === index,
      ),
    attempts: () => attempts,
    tokenRequests: () => tokenRequests,
    failWith: (next) => void (failure = next),
    failTokensWith: (next) => void (tokenFailure = next),
    revokeTokens: () => void (good = new Set()),
    lastTokens: (seconds) => void (lasting = seconds),
    holdTokens: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return fcm;
}

async function textOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString("utf8");
}

/** What Google finds wrong with a request for a token; null: nothing. */
function wrongStatement(form: URLSearchParams, now: number, fcm: FakeFcm): string | null {
  if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
    return "unsupported grant type";
  const [head = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const { alg, kid } = read(head);
  if (alg !== "RS256" || kid !== fcm.credentials["private_key_id"]) return "Invalid JWT header.";
  if (
    !verify(
      "RSA-SHA256",
      Buffer.from(`${head}.${claims}`),
      keys.publicKey,
      Buffer.from(signature, "base64url"),
    )
  )
    return "Invalid JWT Signature.";
  const { iss, aud, scope, iat, exp } = read(claims);
  if (iss !== fcm.credentials["client_email"]) return "Invalid grant: account not found";
  if (aud !== fcm.credentials["token_uri"]) return "Invalid JWT audience.";
  if (scope !== "https://www.googleapis.com/auth/firebase.messaging") return "Invalid scope.";
  const seconds = now / 1000;
  if (
    Number(exp) - Number(iat) > 3600 ||
    Math.abs(seconds - Number(iat)) > 300 ||
    seconds > Number(exp)
  )
    return "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.";
  return null;
}

/** What FCM finds wrong with a message; null: nothing. */
function wrongMessage(message: FcmMessage): string | null {
  const { token, data, android, apns } = message;
  if (typeof token !== "string" || token === "") return "no target";
  if ("topic" in message || "condition" in message) return "two targets";
  for (const [name, value] of Object.entries(data)) {
    if (typeof value !== "string") return `data.${name} is not a string`;
    if (/^(from|message_type|google.*|gcm.*)$/.test(name)) return `data.${name} is reserved`;
  }
  if (!["HIGH", "NORMAL"].includes(android.priority)) return "priority";
  if (!/^\d+s$/.test(android.ttl) || parseInt(android.ttl) > 2_419_200) return "ttl";
  if (Buffer.byteLength(apns.headers["apns-collapse-id"]!) > 64) return "apns-collapse-id";
  if (Object.values(apns.headers).some((value) => typeof value !== "string")) return "apns headers";
  if (Buffer.byteLength(JSON.stringify({ ...message, token: "" })) > 4096)
    return "message is too big";
  return null;
}
