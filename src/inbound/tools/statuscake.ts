/**
 * StatusCake's webhook of a contact group: one body for each change of state of an uptime test. Its `Token` is a secret and
 * is not read. https://www.statuscake.com/kb/knowledge-base/how-to-use-the-web-hook-url/
 */
import type { Format } from "../alert.ts";
import { firstText, isObject } from "../members.ts";
import { contentsBy, isDown, type States } from "./tool.ts";

const states: States = { down: "firing", up: "resolved" };
const marks = ["StatusCode", "Token", "Method", "Checkrate", "CheckRate"];

export const statuscake: Format = {
  name: "statuscake",
  read: (body) =>
    isObject(body) &&
    typeof body.Status === "string" &&
    Object.hasOwn(body, "Name") &&
    marks.some((name) => Object.hasOwn(body, name))
      ? contentsBy("statuscake", states, {
          state: firstText(body, "Status"),
          thing: [firstText(body, "Name"), firstText(body, "URL")],
          name: isDown(firstText(body, "Name")),
          texts: [
            firstText(body, "StatusCode") && `HTTP status: ${firstText(body, "StatusCode")}`,
            firstText(body, "URL"),
          ],
          labels: { method: body.Method, ip: body.IP, tags: body.Tags },
          links: [["check", body.URL]],
        })
      : null,
};
