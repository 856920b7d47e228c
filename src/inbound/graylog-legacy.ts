/** The alarm callback of Graylog before 3.1, which later ones still send after a migration. */
import type { Instant } from "../core/model/model.ts";
import { contentsOf, unsaid, type Alert, type Format } from "./alert.ts";
import { loggedLines } from "./graylog-messages.ts";
import { identityOf } from "./identity/identity.ts";
import { labelsOf } from "./labels.ts";
import { firstPast, firstText, instantOf, isObject, objectOf, type Foreign } from "./members.ts";
import { onlyTest, summaryOf, momentOf, alertTitle } from "./wording.ts";

export const graylogLegacy: Format = {
  name: "graylog-legacy",
  read: (body, now) =>
    isObject(body) && isObject(body.check_result) && isObject(body.stream)
      ? contentsOf([readCallback(body.check_result, body.stream, now)])
      : null,
};

/** Stands in for the stream of every definition that has none. */
const placeholder = "5400deadbeefdeadbeefaffe";

function readCallback(result: Foreign, stream: Foreign, now: Instant): Alert {
  const condition = objectOf(result.triggered_condition);
  const description = firstText(result, "result_description");
  const type = firstText(condition, "type_string", "type");
  const streamId = firstText(stream, "id");
  const streamTitle = streamId === placeholder ? null : firstText(stream, "title");
  const name = firstText(condition, "title");
  const title = alertTitle(
    name ?? (streamTitle ? `Stream ${streamTitle}` : "Graylog alert"),
    name === null ? type && formatType(type) : streamTitle,
  );
  const since = firstPast(now, instantOf(result.triggered_at));
  const test =
    type?.toLowerCase() === "dummy" || description === "Dummy alert to test notifications";
  return {
    identity: test ? "test" : problemOf(streamId, condition, [title, type]),
    status: "firing",
    ...unsaid,
    title,
    summary: summaryOf(title, [
      test ? onlyTest : null,
      description,
      ...loggedLines(result.matching_messages),
      momentOf(since),
    ]),
    since,
    labels: labelsOf({ stream: streamTitle }),
    links: [],
    test,
    assumed: true,
  };
}

function problemOf(stream: string | null, condition: Foreign, words: (string | null)[]): string {
  const id = firstText(condition, "id");
  return id === null
    ? identityOf(null, {}, [stream, ...words])
    : identityOf(`stream ${stream} condition ${id}`, {}, []);
}

/** `MESSAGE_COUNT` as `message count`. */
function formatType(type: string): string {
  return type.toLowerCase().replaceAll("_", " ");
}
