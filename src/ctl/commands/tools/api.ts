import type { Method } from "../../../client/request.ts";
import type { Run } from "../../call/call.ts";
import { jsonBody } from "../../input/body.ts";
import { jsonText } from "../../call/structured.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";

const methods: readonly Method[] = ["get", "post", "put", "delete"];

/** Sends any request to the API with the key of the context, and prints the answer. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const [verb = "", path = ""] = args;
  const method = methods.find((one) => one === verb.toLowerCase());
  if (!method)
    throw wrongInput(
      "usage",
      `"${verb}" is not a method of the API`,
      `one of: ${methods.join(", ").toUpperCase()}, for example monitorctl api GET /me`,
    );
  // An absolute URL may belong to another server, which must not get the key.
  if (path.includes("://"))
    throw wrongInput(
      "usage",
      "give the path alone",
      "for example monitorctl api GET /incidents?limit=5",
    );
  const { data } = options;
  const body: unknown = typeof data === "string" ? JSON.parse(await jsonBody(io, data)) : undefined;
  const client = await call.client();
  const answer = await client.request(method, path.replace(/^\/*(?:api\/v1\/)?/, ""), body);
  if (answer !== undefined) io.stdout.write(jsonText(answer));
  return exitCodes.done;
};
