/** Somebody who uses the dashboard without a window: cookies and forms, by hand. */
import type { Answer, HttpSide } from "./http.ts";

export type Fields = Record<string, string | string[]>;
/** As forms are sent. */
export const encoded = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  ).toString();

/** The token that the forms of a page carry. */
export const tokenOfPage = ({ text }: Answer): string =>
  /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** A browser without a window: it keeps its cookie and finds the token of forms. */
export async function signIn(side: HttpSide, code: string, path = "") {
  const form = {
    "content-type": "application/x-www-form-urlencoded",
    origin: side.origin,
  };
  const answer = await side.call("POST", `${path}/login`, {
    body: encoded({ code, name: "Ada", next: "/incidents" }),
    headers: form,
  });
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const browser = {
    answer,
    cookie,
    csrf: "",
    get: (at: string) => side.call("GET", path + at, { headers: { cookie, accept: "text/html" } }),
    post: (
      at: string,
      fields: Fields = {},
      headers: Record<string, string> = {},
    ): Promise<Answer> =>
      side.call("POST", path + at, {
        body: encoded({ csrf: browser.csrf, ...fields }),
        headers: { ...form, cookie, ...headers },
      }),
  };
  const home = await browser.get("/");
  browser.csrf = tokenOfPage(home);
  return browser;
}

/** Where an answer leads. */
export const location = (answer: Answer) => answer.headers.get("location");

/** A browser of a user that signed in by a link. */
export async function signInAs(side: HttpSide, user_id: string) {
  const { json } = await side.api("POST", `/users/${user_id}/sign_in_links`);
  const form = { "content-type": "application/x-www-form-urlencoded", origin: side.origin };
  const used = await side.call("POST", new URL((json as { url: string }).url).pathname, {
    headers: form,
  });
  const cookie = (used.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const browser = {
    csrf: "",
    /** `zone`: of the reader, as the script of the dashboard remembers it. */
    get: (at: string, zone = "UTC") =>
      side.call("GET", at, {
        headers: { cookie: `${cookie}; zone=${encodeURIComponent(zone)}`, accept: "text/html" },
      }),
    post: (at: string, fields: Fields = {}, zone = "UTC"): Promise<Answer> =>
      side.call("POST", at, {
        body: encoded({ csrf: browser.csrf, ...fields }),
        headers: { ...form, cookie: `${cookie}; zone=${encodeURIComponent(zone)}` },
      }),
  };
  browser.csrf = tokenOfPage(await browser.get("/"));
  return browser;
}

/** A key of the person who is signed in, as `monitorctl login` makes it. `address`: of the terminal, behind a trusted proxy. */
export async function personalKey(
  side: HttpSide,
  browser: Pick<Awaited<ReturnType<typeof signInAs>>, "post">,
  address?: string,
): Promise<string> {
  const begun = await side.call("POST", "/api/v1/device_authorizations", {
    body: { host: "laptop", program: "monitorctl" },
    ...(address !== undefined && { headers: { "x-forwarded-for": address } }),
  });
  const { user_code, device_code } = begun.json as Record<string, string>;
  await browser.post("/device", { code: user_code!, answer: "approved" });
  const made = await side.call("POST", "/api/v1/device_authorizations/key", {
    body: { device_code },
  });
  return (made.json as { key: string }).key;
}
