/**
 * The HTTP server: limits, ids, headers, errors and the routes of the API, in one place. Routes do not
 * write errors, logs or security headers themselves.
 */
import rateLimit from "@fastify/rate-limit";
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from "fastify";
import { limits } from "../api/schema.ts";
import { authenticator } from "./request/auth.ts";
import { isJsonType, parseLargeJson, utf8Text } from "./request/bodies.ts";
import { makeCheck, makeJson, noCompilersOfFastify } from "./request/compilers.ts";
import { requestCounts } from "./request/request-counts.ts";
import { compressAnswers } from "./answer/compress.ts";
import { answerConditions } from "./answer/conditional.ts";
import type { Deps } from "./deps.ts";
import { acceptBodies, needsBody } from "./request/given.ts";
import { makeMetrics } from "./answer/metrics.ts";
import { Problem, problemSender } from "./answer/problem.ts";
import { baseOf, pathOf } from "./answer/pages.ts";
import { cleanUrl, hostFault, requestId, withLowerIds } from "./request/requests.ts";
import { refuseUnknownPaths } from "./request/paths.ts";
import { refuseBytes, refuseMethod } from "./request/wire.ts";
import { apiRoutes } from "./routes/api.ts";
import { descriptionRoutes } from "./routes/description.ts";
import { monitorSeriesRoutes } from "./routes/monitor-series.ts";
import { actionRoutes } from "./routes/actions.ts";
import { operationRoutes } from "./routes/operations.ts";
import { dashboardRoutes } from "./routes/dashboard/routes.ts";
import { webhookRoutes } from "./routes/webhook.ts";
import type { Site } from "./site/site.ts";
import { Tickets } from "./request/tickets.ts";
import { clientAddress, trustsOf } from "./request/client-address.ts";
import { guardConnections, type ConnectionLimits } from "./request/connections.ts";
import { withoutEndSlashes } from "../core/text/slashes.ts";

/** A request whose headers and body take longer is refused with 408, ms. */
const slowestRequest = 15_000;

/** Builds the server; it does not listen yet. */
export async function buildServer(deps: Deps): Promise<FastifyInstance> {
  const { slowRequestMs = slowestRequest } = deps.limits;
  const metrics = makeMetrics(deps.version);
  deps.store.onTransaction(metrics.transaction);
  const relativeUrl = (url: string) => withoutSlash(withoutBase(cleanUrl(url), deps.siteUrl()));
  const allowed = (url: string) => knownPaths.allowed(relativeUrl(url));
  const sendProblem = problemSender(deps.siteUrl);
  const ofNode = {
    // Node applies the longer of both to bodies, and by default checks every 30 s only.
    headersTimeout: slowRequestMs,
    connectionsCheckingInterval: slowRequestMs / 3,
    // It is required below: Node would refuse without a word.
    requireHostHeader: false,
  };
  const app = fastify({
    loggerInstance: deps.logger,
    // fastify switches node's own limits off: a sender that never finishes would be waited for for ever.
    requestTimeout: slowRequestMs,
    http: ofNode,
    // The type is that of a server without TLS, which differs by its class alone.
    ...(deps.tls && { https: { allowHalfOpen: true, ...ofNode, ...deps.tls } as never }),
    connectionTimeout: 30_000,
    // Longer than proxies keep theirs (Caddy 120 s, Traefik 90 s): one that ends as a request comes is a 502 there.
    keepAliveTimeout: 130_000,
    bodyLimit: limits.body,
    rewriteUrl: (request) => relativeUrl(request.url ?? "/"),
    genReqId: requestId,
    // A logger per request costs as much as reading its body, and most requests log no line: each line names
    // its request.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseBytes(error as object, socket, allowed),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    schemaController: noCompilersOfFastify,
  });
  // Clients that end their half of the connection after the request, such as `nc -N`, wait for the answer (RFC 9112, 9.6).
  Object.assign(app.server, { httpAllowHalfOpen: true });
  // A report with an unknown expectation is taken all the same (RFC 9110, 10.1.1 allows it).
  app.server.on("checkExpectation", (...exchange) => app.server.emit("request", ...exchange));
  const connections = { ...mostConnections, ...deps.limits.connections };
  const trusts = trustsOf(deps.trustedProxies);
  guardConnections(app.server, connections, trusts, (text) => deps.logger.warn(text));
  app.setValidatorCompiler(makeCheck);
  app.setSerializerCompiler(makeJson);
  app.setErrorHandler(sendProblem);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    try {
      // Many clients name a type also for an empty body.
      if (body.length === 0 && !needsBody(request.routeOptions.schema?.body)) return done(null);
      const encoding = request.headers["content-encoding"] ?? "identity";
      if (!isJsonType(request.headers["content-type"]) || encoding.toLowerCase() !== "identity")
        throw new Problem(
          "unsupported-media-type",
          "Send JSON, not compressed, with Content-Type: application/json.",
        );
      const most = (request.routeOptions.bodyLimit / 1024 ** 2) * limits.valuesOfMiB;
      parseLargeJson(utf8Text(body as Buffer), Math.floor(most)).then(
        (value) => done(null, value),
        done,
      );
    } catch (error) {
      done(error as Error);
    }
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("visitor", null);
  app.addHook("onRequest", (request, reply, done) => {
    // In place of the framework's own, which is the text that a proxy wrote.
    Object.defineProperty(request, "ip", { value: clientAddress(request.raw, trusts) });
    reply.header("x-request-id", request.id).headers(security);
    // Without `includeSubDomains`: other names of the domain are not ours to decide about.
    const isHttps = deps.siteUrl().startsWith("https:");
    if (isHttps) reply.header("strict-transport-security", hsts);
    // Over plain http browsers ignore it, with a warning in the console.
    if (isHttps || request.protocol === "https")
      reply.header("cross-origin-opener-policy", "same-origin");
    withLowerIds(request);
    done(hostFault(request.raw.rawHeaders, request.raw.httpVersion));
  });
  const knownPaths = refuseUnknownPaths(app, () => baseOf(deps));
  app.server.on("connect", ({ method = "", url = "" }, socket) =>
    refuseMethod(method, url, socket, allowed),
  );
  // The last answer must not keep its connection: the server would wait for that to the end.
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (closing) reply.header("connection", "close");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const { method } = request;
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime);
    metrics.requests.observe({ method, route, status }, reply.elapsedTime / 1000);
    if (status >= 400 || request.routeOptions.config.quiet !== true)
      request.log.info(
        {
          method,
          route,
          status,
          ms,
          request_id: request.id,
          client_address: request.ip,
          key_id: request.caller?.id,
        },
        `${method} ${route} ${status}`,
      );
    done();
  });

  await app.register(rateLimit, { global: false });
  operationRoutes(app, { ...deps, metrics });
  const site = { ...deps, tickets: new Tickets() };
  await app.register(async (scope) => dashboardRoutes(scope, site));
  await app.register(async (scope) => webhookRoutes(scope, { ...deps, count: metrics.delivered }));
  await app.register(async (scope) => actionRoutes(scope, deps));
  await app.register(async (scope) => monitorSeriesRoutes(scope, site));
  await app.register(async (scope) => management(scope, site), {
    prefix: "/api/v1",
  });
  knownPaths.close();
  return app;
}

/** Connections at once. */
const mostConnections: ConnectionLimits = { all: 8_000, perAddress: 2_000 };

/** For a year after the last visit, browsers use https alone. */
const hsts = "max-age=31536000";

const security = {
  // A page that finds no such header knows that a proxy or another network answered in place of monitord.
  "x-answered-by": "monitord",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
};

async function management(app: FastifyInstance, deps: Site): Promise<void> {
  app.addHook("onRequest", async (_request, reply) => {
    // First: a refusal is not to be stored either.
    reply.header("cache-control", "no-store");
  });
  answerConditions(app);
  compressAnswers(app);
  app.addHook("onRequest", authenticator(deps));
  await app.register(rateLimit, {
    // After `onRequest`, so that the key is known.
    hook: "preParsing",
    max: deps.limits.apiPerMinute,
    timeWindow: 60_000,
    store: requestCounts(deps.clock),
    enableDraftSpec: true,
    keyGenerator: (request) => budgetOf(request) + (request.caller?.id ?? request.ip),
    errorResponseBuilder: (_request, { after }) =>
      new Problem("too-many-requests", `Too many requests with this key; try again in ${after}.`),
  });
  acceptBodies(app);
  apiRoutes(app, deps);
  descriptionRoutes(app, deps);
}

/** The routes of people on call have budgets of their own. */
const budgetOf = ({ routeOptions: { config } }: FastifyRequest): string =>
  config.budget === undefined ? "" : `${config.budget} `;

/** Everything works under the path of the site URL, and also when a proxy has removed it. */
function withoutBase(url: string, siteUrl: string): string {
  const base = pathOf(siteUrl);
  if (base === "" || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : url;
}

/**
 * A slash at the end of a path of the API is not an address of its own, nor are two slashes in that of a ping: clients join
 * it of parts. The pages of the description load beside theirs.
 */
function withoutSlash(url: string): string {
  if (/^\/+ping\//.test(url))
    return url.replace(/^[^?]+/, (path) => path.replace(/\/+/g, "/").replace(/\/$/, ""));
  return url.startsWith("/api/") && !url.startsWith("/api/v1/docs")
    ? url.replace(/^[^?]+/, withoutEndSlashes)
    : url;
}
