/** Declarations of all sorts, as people may write them and stranger ones. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Declaration } from "../../src/api/declaration.ts";
import { rules } from "../../src/core/declare/rules.ts";

/** A line of text that the API takes as a title: anything without control characters. */
const title = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      "${HOME}",
      "$$",
      "$${x}$",
      "# no comment",
      "- a",
      "a: b",
      "null",
      "~",
      "3",
      "true",
      "2026-01-01",
      "'",
      '"',
      "<<",
      "*a",
      "&a",
      "!!str x",
      "***",
      "|",
      "> folded",
      "a #b",
      "::",
      "\u2028",
      "\ufeffx",
    ),
  )
  .map((text) =>
    text
      .replace(/\p{Cc}/gu, "")
      .toWellFormed()
      .trim(),
  )
  .filter((text) => text !== "" && text.length <= 255);

const id = fc.oneof(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }), title);
const secret = fc
  .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 })
  .filter((text) => text !== "***");
const time = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
  )
  .map((parts) => parts.map((n) => String(n).padStart(2, "0")).join(":"));

const url = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.option(fc.tuple(fc.webSegment(), fc.option(fc.webSegment({ size: "xsmall" })))),
    fc.domain(),
    fc.webPath(),
    fc.option(fc.constantFrom("a=$b", "a=${b}", "q=%24%7B")),
  )
  .map(([scheme, info, host, path, query]) => {
    const [user, password] = info ?? [];
    const userinfo = info ? `${user || "u"}${password ? `:${password}` : ""}@` : "";
    return `${scheme}://${userinfo}${host}${path}${query ? `?${query}` : ""}`;
  })
  .filter(
    (text) => rules("health_check_monitors", { url: text, request_headers: {} }).length === 0,
  );

const comparison = fc.oneof(
  fc.record({
    comparison: fc.constantFrom("equals", "differs", "contains"),
    value: fc.oneof(title, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
  }),
  fc.record({
    comparison: fc.constantFrom("above", "below", "at_least", "at_most"),
    value: fc.integer(),
  }),
  fc.record({ comparison: fc.constant("exists") }),
);

const bodyCondition = fc
  .tuple(fc.constantFrom("", "/", "/a~1b", "/${x}/0"), comparison, fc.boolean())
  // Keys in either order are the same condition.
  .map(([pointer, rest, first]) => (first ? { pointer, ...rest } : { ...rest, pointer }));

/** What is expected of a page, or the URL of an endpoint that does not speak HTTP. */
const expectations = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      expect: fc.constant("http"),
      method: fc.constantFrom("GET", "POST"),
      accepted_statuses: fc.constantFrom("200", "200-299, 301,401"),
      body_contains: title,
      body_lacks: title,
      body_json: fc.array(bodyCondition, { maxLength: 3 }),
      slow_above_ms: fc.integer({ min: 1, max: 60_000 }),
      watch_certificate: fc.constant(false),
    },
    { requiredKeys: ["expect"] },
  ),
  fc.record(
    {
      url: fc.constantFrom("tls://a.example:1", "tls://[2001:db8::1]:465"),
      certificate_warning_days: fc.integer({ min: 7, max: 365 }),
    },
    { requiredKeys: ["url"] },
  ),
  fc.record(
    {
      url: fc.constantFrom("dns:///a.example?type=TXT", "dns://192.0.2.53:5353/a.example"),
      dns_answers: fc.array(title, { maxLength: 3 }),
    },
    { requiredKeys: ["url"] },
  ),
);

/** The monitor with these expectations, without what has no meaning beside them. */
function expecting<M extends object, E extends object>(monitor: M, expected: E): M & E {
  const others = { ...monitor } as Record<string, unknown>;
  if (Object.keys(expected).length > 0) delete others["staleness_threshold_minutes"];
  if ("url" in expected) delete others["request_headers"];
  return { ...others, ...expected } as M & E;
}

/** A member by address, or with hours of their own. */
function memberOf(email: string): fc.Arbitrary<string | object> {
  return fc.oneof(
    fc.constant(email),
    fc
      .record(
        {
          timezone: fc.constantFrom("UTC", "Europe/Berlin"),
          contact_hours_all_day: fc.constant(true),
          contact_days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), {
            minLength: 1,
          }),
          minimum_priority: fc.integer({ min: 1, max: 3 }),
        },
        { requiredKeys: [] },
      )
      .map((own) => ({ email, ...own })),
  );
}

/** For each of `count` groups the index of the one that it escalates to, or null; never in a cycle. */
function escalations(count: number): fc.Arbitrary<(number | null)[]> {
  const all = Array.from({ length: count }, (_, index) => index);
  return fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: count }),
      fc.array(fc.option(fc.nat()), { minLength: count, maxLength: count }),
    )
    .map(([order, links]) =>
      all.map((index) => {
        const later = order.slice(order.indexOf(index) + 1);
        const link = links[index] ?? null;
        return link === null || later.length === 0 ? null : later[link % later.length]!;
      }),
    );
}

/** The same monitors, each depending on some of those that come after it in an order of their own. */
function withParents<M extends { external_id: string }>(
  monitors: fc.Arbitrary<M[]>,
): fc.Arbitrary<(M & { depends_on?: string[] })[]> {
  return monitors.chain((list) => {
    const ids = list.map(({ external_id }) => external_id);
    return fc
      .tuple(
        fc.shuffledSubarray(ids, { minLength: ids.length }),
        fc.tuple(...ids.map(() => fc.shuffledSubarray(ids))),
      )
      .map(([order, wishes]) =>
        list.map((monitor, index) => {
          const at = order.indexOf(monitor.external_id);
          const later = new Set(order.slice(at + 1));
          const depends_on = wishes[index]!.filter((id) => later.has(id));
          return depends_on.length === 0 ? monitor : { ...monitor, depends_on };
        }),
      );
  });
}

/** A declaration of `project` that a server takes. */
export function anyDeclaration(project: string): fc.Arbitrary<Declaration> {
  const unique = <T>(item: fc.Arbitrary<T>, maxLength = 4) =>
    fc.uniqueArray(item, {
      maxLength,
      selector: (one) => (one as { external_id: string }).external_id,
    });
  const users = unique(
    fc.record(
      {
        external_id: id,
        email: fc.constant(""),
        name: title,
        protect: fc.boolean(),
      },
      { requiredKeys: ["external_id", "email"] },
    ),
  ).map((list) =>
    // Another declaration gives the same address to the same user, and to no other.
    list.map((user) => ({
      ...user,
      email: `P${createHash("sha1").update(user.external_id).digest("hex")}@x.example`,
    })),
  );
  const groups = fc
    .uniqueArray(
      fc.record(
        {
          external_id: id,
          title,
          priority_level: fc.integer({ min: 1, max: 3 }),
          timezone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata"),
          contact_hours_all_day: fc.boolean(),
          contact_hours_from: time,
          contact_hours_to: time,
          contact_days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), {
            minLength: 1,
          }),
          protect: fc.boolean(),
        },
        { requiredKeys: ["external_id", "title"] },
      ),
      {
        minLength: 1,
        maxLength: 4,
        selector: ({ external_id }) => external_id,
      },
    )
    .map((list) =>
      list.map((group) =>
        rules("alert_groups", { timezone: "UTC", ...group }).length > 0
          ? { ...group, contact_hours_all_day: true, contact_hours_to: null }
          : group,
      ),
    );
  return fc.tuple(users, groups).chain(([people, groupList]) => {
    const alert_group = fc.constantFrom(...groupList.map(({ external_id }) => external_id));
    const members = fc.option(
      fc
        .subarray(people.map(({ email }) => email))
        .chain((emails) => fc.tuple(...emails.map(memberOf))),
      { nil: undefined },
    );
    const health = withParents(
      unique(
        fc
          .tuple(
            fc.record(
              {
                external_id: id,
                title,
                url,
                alert_group,
                staleness_threshold_minutes: fc.integer({ min: 1, max: 525_600 }),
                interval_seconds: fc.integer({ min: 5, max: 86_400 }),
                timeout_seconds: fc.integer({ min: 1, max: 60 }),
                fetch_retries: fc.integer({ min: 0, max: 5 }),
                confirmations: fc.integer({ min: 1, max: 10 }),
                detect_flapping: fc.boolean(),
                request_headers: fc.dictionary(
                  fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,8}$/),
                  secret,
                  { maxKeys: 3 },
                ),
                protect: fc.boolean(),
              },
              { requiredKeys: ["external_id", "title", "url", "alert_group"] },
            ),
            expectations,
          )
          .map(([monitor, expected]) => expecting(monitor, expected)),
      ),
    );
    const errors = unique(
      fc.record(
        {
          external_id: id,
          title,
          alert_group,
          error_rate_threshold: fc.integer({ min: 1, max: 1_000_000 }),
          error_rate_window_minutes: fc.integer({ min: 1, max: 10_080 }),
          detect_flapping: fc.boolean(),
          protect: fc.boolean(),
        },
        { requiredKeys: ["external_id", "title", "alert_group"] },
      ),
    );
    return fc.tuple(health, errors).chain(([checks, reports]) => {
      const ids = checks.map(({ external_id }) => external_id);
      const parents = fc.tuple(...reports.map(() => fc.shuffledSubarray(ids)));
      return fc.record({
        project: fc.constant(project),
        users: fc.constant(people),
        alert_groups: fc
          .tuple(fc.tuple(...groupList.map(() => members)), escalations(groupList.length))
          .map(([lists, next]) =>
            groupList.map((group, index) => ({
              ...group,
              ...(next[index] === null
                ? {}
                : {
                    escalate_to: groupList[next[index]!]!.external_id,
                    escalate_after_minutes: 5,
                  }),
              ...(lists[index] ? { members: lists[index] } : {}),
            })),
          ),
        health_check_monitors: fc.constant(checks),
        webhook_monitors: parents.map((lists) =>
          reports.map((monitor, index) => ({
            ...monitor,
            depends_on: lists[index]!,
          })),
        ),
      }) as fc.Arbitrary<Declaration>;
    });
  });
}
