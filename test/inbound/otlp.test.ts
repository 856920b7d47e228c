/** Requests of OTLP: what their protobuf and their JSON say alike, and bytes that are none. */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { describe, expect, test } from "vitest";
import { decodeOtlp } from "../../src/inbound/sdk/otlp-protobuf.ts";
import { readOtlp } from "../../src/inbound/sdk/otlp.ts";

type Write = (to: BinaryWriter) => BinaryWriter;
const message =
  (field: number, ...parts: Write[]): Write =>
  (to) =>
    parts.reduce((writer, part) => part(writer), to.tag(field, 2).fork()).join();
const text =
  (field: number, value: string): Write =>
  (to) =>
    to.tag(field, 2).string(value);
const bytes =
  (field: number, hex: string): Write =>
  (to) =>
    to.tag(field, 2).bytes(Buffer.from(hex, "hex"));
const number =
  (field: number, value: number): Write =>
  (to) =>
    to.tag(field, 0).int64(value);
const double =
  (field: number, value: number): Write =>
  (to) =>
    to.tag(field, 1).double(value);
const encoded = (...parts: Write[]) =>
  parts.reduce((writer, part) => part(writer), new BinaryWriter()).finish();

const keyValue = (key: string, ...value: Write[]): Write[] => [text(1, key), message(2, ...value)];
const inRequest = (...record: Write[]) =>
  encoded(
    message(
      1,
      message(1, message(1, ...keyValue("service.name", text(1, "shop")))),
      message(2, message(1, text(1, "checkout")), message(2, ...record)),
    ),
  );
const reportsOf = (...record: Write[]) => [
  ...readOtlp("logs", decodeOtlp("logs", inRequest(...record))),
];
const logOf = (record: object) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
      scopeLogs: [{ scope: { name: "checkout" }, logRecords: [record] }],
    },
  ],
});

/** A value as protobuf has it in an `AnyValue`, and as JSON. */
const values: [what: string, Write, object][] = [
  ["a text", text(1, "Payment failed"), { stringValue: "Payment failed" }],
  ["a truth", number(2, 1), { boolValue: true }],
  ["a number", number(3, 42), { intValue: 42 }],
  ["a fraction", double(4, 0.5), { doubleValue: 0.5 }],
  ["bytes", bytes(7, "c0ffee"), { bytesValue: "wP/u" }],
  [
    "a list",
    message(5, message(1, text(1, "a")), message(1, number(3, 2))),
    { arrayValue: { values: [{ stringValue: "a" }, { intValue: 2 }] } },
  ],
  [
    "an object",
    message(
      6,
      message(1, ...keyValue("code", number(3, 7))),
      message(1, ...keyValue("at", text(1, "db1"))),
    ),
    {
      kvlistValue: {
        values: [
          { key: "code", value: { intValue: 7 } },
          { key: "at", value: { stringValue: "db1" } },
        ],
      },
    },
  ],
];

describe("a log record", () => {
  test.each(values)(
    "whose body is %s says the same in protobuf and in JSON",
    (_, written, value) => {
      const binary = inRequest(
        number(2, 17),
        text(3, "ERROR"),
        message(5, written),
        bytes(9, "0a0b"),
      );
      const json = logOf({
        severityNumber: 17,
        severityText: "ERROR",
        body: value,
        traceId: "0a0b",
      });
      expect(decodeOtlp("logs", binary)).toEqual(json);
      expect([...readOtlp("logs", json)]).toMatchObject([
        { source: expect.stringContaining("shop") },
      ]);
    },
  );

  test("without a body is named by its event, in protobuf, too", () => {
    const named = [number(2, 17), text(12, "payment.failed")];
    expect(reportsOf(...named)).toMatchObject([{ message: "payment.failed" }]);
    expect(reportsOf(number(2, 17))).toMatchObject([{ message: "An error without a message" }]);
  });

  test("whose body is an object has its members in their order, the first hundred", () => {
    const members = Array.from({ length: 101 }, (_, n) =>
      message(1, ...keyValue(`k${String(n).padStart(3, "0")}`, number(3, n))),
    );
    const [report] = reportsOf(number(2, 17), message(5, message(6, ...members)));
    const said = JSON.parse(report!.message) as Record<string, number>;
    expect(Object.keys(said)).toHaveLength(100);
    expect(said).toMatchObject({ k000: 0, k099: 99 });
  });

  test("that nests deeper than anybody reads has nothing there", () => {
    const nested = (depth: number): Write =>
      depth === 0 ? text(1, "inside") : message(5, message(1, nested(depth - 1)));
    const said = (depth: number) => reportsOf(number(2, 17), message(5, nested(depth)))[0]!.message;
    expect(said(8)).toContain("inside");
    expect(said(9)).not.toContain("inside");
  });

  test("is an error from severity 17 on", () => {
    expect(reportsOf(number(2, 16), text(3, "WARN4"))).toEqual([null]);
    expect(reportsOf(number(2, 17))).toMatchObject([{ meta: expect.anything() }]);
  });

  test("of Python is placed by the last frame of its stack", () => {
    const stack = [
      'File "/app/main.py", line 3, in <module>',
      'File "/app/pay.py", line 12, in charge',
    ];
    const attributes = [
      ["exception.type", "ValueError"],
      ["exception.stacktrace", `Traceback:\n  ${stack.join("\n  ")}\nValueError: no`],
    ].map(([key, value]) => message(6, ...keyValue(key!, text(1, value!))));
    const [report] = reportsOf(number(2, 17), text(3, "ERROR"), ...attributes);
    expect(JSON.stringify(report)).toContain("charge");
    expect(JSON.stringify(report)).toContain("pay.py:12");
  });
});

describe("bytes that are no request", () => {
  const deep = (depth: number): Write =>
    depth === 0 ? text(1, "x") : message(5, message(1, deep(depth - 1)));

  test("a message that is longer than its frame is refused", () => {
    expect(() => decodeOtlp("logs", Uint8Array.of(0x0a, 0x7f, 0x0a))).toThrow(RangeError);
  });

  test("nesting beyond all use is refused, before the stack of the process ends", () => {
    expect(() => decodeOtlp("logs", inRequest(message(5, deep(10))))).not.toThrow();
    expect(() => decodeOtlp("logs", inRequest(message(5, deep(40))))).toThrow(RangeError);
  });

  test("more fields than a request has are refused", () => {
    const empty = (count: number) =>
      Uint8Array.from({ length: count * 2 }, (_, n) => (n % 2 === 0 ? 0x0a : 0));
    expect(decodeOtlp("logs", empty(100_000))["resourceLogs"]).toHaveLength(100_000);
    expect(() => decodeOtlp("logs", empty(100_001))).toThrow("too many fields");
  });
});
