/** Converts a check of Checkly over HTTP, with its assertions. Pure. */
import { statusesWith, type StatusTest } from "../accepted.ts";
import { addJson } from "./assertions.ts";
import type { Fit } from "../fit.ts";
import { encoded, headersOf, insecureRemark, requestOf, sentUrl, withUser } from "../request.ts";
import { pairsAt, partAt, textAt, valueAt } from "./terraform.ts";
import { entryOf, isOff, isOn, listOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The assertions of a request, by the name of Terraform or of the API. */
export const assertionsOf = (request: Fields): Fields[] =>
  listOf(request["assertion"] ?? request["assertions"]);

/** An assertion as people read it. */
export const textOf = ({ source, property, comparison, target }: Fields): string =>
  [source, property, comparison, target].flatMap((one) => plainText(one) ?? []).join(" ");

/** The fields of a check over HTTP. */
export function page(values: Fields, remarks: string[], fit: Fit): Fields {
  const request = partAt(values, "request");
  const auth = partAt(request, "basic_auth");
  const user = textAt(auth, "username");
  if (isOn(valueAt(request, "skip_ssl"))) remarks.push(insecureRemark);
  for (const name of [
    "local_setup_script",
    "local_teardown_script",
    "setup_snippet_id",
    "teardown_snippet_id",
  ])
    if (textAt(values, name) !== null) remarks.push(`its ${name} is not run here`);
  const headers = headersOf(pairsAt(request, "headers"), remarks);
  const type = contentTypes[textAt(request, "body_type") ?? ""];
  if (type !== undefined && !Object.keys(headers).some((name) => /^content-type$/i.test(name)))
    headers["Content-Type"] = type;
  const sent = requestOf(textAt(request, "method"), textAt(request, "body"), remarks);
  if (!("request_body" in sent) && type !== undefined) delete headers["Content-Type"];
  return {
    ...(isOff(valueAt(request, "follow_redirects")) && { redirects_allowed: 0 }),
    url: withUser(urlOf(request), user, textAt(auth, "password")),
    expect: "http",
    ...sent,
    request_headers: headers,
    ...asserted(values, assertionsOf(request), remarks, fit),
  };
}

const contentTypes: Record<string, string> = {
  JSON: "application/json",
  GRAPHQL: "application/json",
  FORM: "application/x-www-form-urlencoded",
};

/** The URL with its parameters. */
function urlOf(request: Fields): string {
  const url = sentUrl(textAt(request, "url") ?? "");
  const parameters = Object.entries(pairsAt(request, "query_parameters")).flatMap(
    ([name, value]) => {
      const text = plainText(value);
      return text === null ? [] : [`${encodeURIComponent(name)}=${encoded(text)}`];
    },
  );
  if (parameters.length === 0) return url;
  return `${url}${url.includes("?") ? "&" : "?"}${parameters.join("&")}`;
}

/** The fields that assertions become. Without one on the status an answer below 400 passes, or from 400 on where it should fail. */
function asserted(
  values: Fields,
  assertions: readonly Fields[],
  remarks: string[],
  fit: Fit,
): Fields {
  const fields: Fields = {};
  const statuses: StatusTest[] = [];
  for (const assertion of assertions)
    if (!assert(assertion, fields, statuses, fit))
      remarks.push(`${textOf(assertion)} has no counterpart`);
  if (assertions.some(({ source }) => source === "RESPONSE_TIME"))
    remarks.push("a slow answer is a warning here; to fail instead, set timeout_seconds");
  const shouldFail = isOn(valueAt(values, "should_fail"));
  if (statuses.length === 0)
    statuses.push((status) => status >= 400 === shouldFail && status >= 200);
  return { ...fields, accepted_statuses: statusesWith(statuses) };
}

/** Takes one assertion over; false: it has no counterpart. */
function assert(assertion: Fields, fields: Fields, statuses: StatusTest[], fit: Fit): boolean {
  const { source } = assertion;
  const comparison = plainText(assertion["comparison"]) ?? "";
  const property = plainText(assertion["property"]) ?? "";
  const target = plainText(assertion["target"]) ?? "";
  const number = Number(target);
  if (source === "STATUS_CODE") {
    const test = entryOf(orders, comparison);
    if (test === undefined || Number.isNaN(number)) return false;
    statuses.push((status) => test(status, number));
    return true;
  }
  if (source === "RESPONSE_TIME" && comparison === "LESS_THAN" && number > 0) {
    fields["slow_above_ms"] = fit("slow_above_ms", number, `a response time of ${target} ms`);
    return true;
  }
  if (source === "JSON_BODY")
    return addJson(fields, { property: property || "$", comparison, target });
  const field = entryOf({ CONTAINS: "body_contains", NOT_CONTAINS: "body_lacks" }, comparison);
  if (source !== "TEXT_BODY" || property !== "" || field === undefined || field in fields)
    return false;
  fields[field] = target;
  return true;
}

const orders: Record<string, (status: number, target: number) => boolean> = {
  EQUALS: (status, target) => status === target,
  NOT_EQUALS: (status, target) => status !== target,
  GREATER_THAN: (status, target) => status > target,
  LESS_THAN: (status, target) => status < target,
};
