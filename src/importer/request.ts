/** Reads the request of a check over HTTP. Pure. */
import { methods } from "../resource/health-check-monitor.ts";
import { plainText } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** The method; in place of one that is not possible GET, with a remark. */
export function methodOf(value: unknown, remarks: string[]): string {
  const method = (plainText(value) ?? "GET").toUpperCase();
  if (methods.some((one) => one === method)) return method;
  remarks.push(`the method ${method} is not possible: GET is used`);
  return "GET";
}

/** The headers whose values are texts, without Host, which the connection sets itself. */
export function headersOf(headers: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = typeof value === "string" ? value : plainText(value);
      return text === null || name.toLowerCase() === "host" ? [] : [[name, text]];
    }),
  );
}
