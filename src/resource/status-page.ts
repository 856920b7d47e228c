/** Status pages: the systems that the public sees, without a login. */
import { declaredKind, defaultsTo, optional, required, Type } from "./field.ts";
import { ItemsOf, part } from "./part.ts";
import { limits, Timezone, Title } from "./schema.ts";
import { everyResource, restorable } from "./shared.ts";

/** The visitors of a page: search engines too, those with its address, or none. */
const publicities = ["listed", "unlisted", "off"] as const;

/** The most systems of a section, and the most references of a system. */
const most = { sections: 50, systems: 100, references: 100 };

const publicLine = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
    description,
  });

/** Resources that a system stands for. One that is deleted leaves the system. */
const standsFor = (
  to: "alert_groups" | "health_check_monitors" | "webhook_monitors",
  label: string,
  of: string,
) =>
  defaultsTo(
    [],
    Type.Array(Type.String({ minLength: 1, maxLength: limits.externalId }), {
      maxItems: most.references,
      description: `Ids of ${of}.`,
    }),
    {
      label,
      reference: {
        to,
        many: true,
        whenDeleted: "leaves",
        as: to,
        description: `external_ids of ${of}.`,
      },
    },
  );

const system = part(
  {
    name: required(publicLine("Name that the public reads, once in its section."), {
      label: "Name",
    }),
    description: optional(publicLine("A line below the name, for example its parts."), {
      label: "Description",
    }),
    health_check_monitors: standsFor(
      "health_check_monitors",
      "Health check monitors",
      "health check monitors that it stands for. The worst state counts",
    ),
    webhook_monitors: standsFor(
      "webhook_monitors",
      "Webhook monitors",
      "webhook monitors that it stands for",
    ),
    alert_groups: standsFor(
      "alert_groups",
      "Whole groups",
      "alert groups whose monitors it stands for, those that join later included",
    ),
  },
  {
    title: "StatusPageSystem",
    key: ["name"],
    ordered: true,
    twice: "is in the section already",
  },
);

const section = part(
  {
    title: required(publicLine("Heading that the public reads."), { label: "Heading" }),
    systems: defaultsTo(
      [],
      ItemsOf(system, {
        maxItems: most.systems,
        description: "The systems below the heading, in the order in which they are shown.",
      }),
      { label: "Systems", part: system },
    ),
  },
  {
    title: "StatusPageSection",
    key: ["title"],
    ordered: true,
    twice: "is a section already",
  },
);

export const statusPage = declaredKind({
  noun: "status page",
  title: "StatusPage",
  about: "The systems that the public sees, without a login.",
  kind: {
    short: "sp",
    code: "status_page",
    page: { path: "/status_pages", title: "Status pages" },
    scope: "write",
    consequences: `Its address answers "not found", and its subscribers get no more mails. ${restorable}`,
    ends: "its address answers not found",
    columns: ["title", "public", "url", "project", { wide: "id" }],
  },
  sections: {
    systems: {
      title: "Systems",
      about:
        "Only what is listed here is public. A system is one monitor, several whose worst state counts, or a whole group.",
    },
    look: { title: "Name and look", about: "Seen by everybody who opens the page." },
    access: {
      title: "Who can see it",
      about: "Check addresses, error texts and people are never shown.",
    },
  },
  fields: {
    title: required(Title("Name of the page."), {
      label: "Name",
      help: "",
      section: "look",
      looksAgain: false,
    }),
    slug: optional(
      Type.String({
        pattern: "^[a-z0-9-]{3,63}$",
        description:
          "Last part of the address of the page: 3 to 63 of a-z, 0-9 and -, unique on the server. Default: one that cannot be guessed.",
        examples: ["shop"],
      }),
      {
        label: "Address",
        section: "look",
        help: "3 to 63 of a-z, 0-9 and -. Left empty: an address that cannot be guessed.",
      },
    ),
    description: optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$",
        description: "Text below the name of the page.",
      }),
      { label: "Text under the name", section: "look", input: "lines" },
    ),
    logo: optional(
      Type.String({
        pattern:
          "^data:image/(?:png|jpeg|webp|svg\\+xml);base64,(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        maxLength: 136_600,
        description:
          "Picture next to the name, as a `data:` URL in Base64 of a PNG, JPEG, WebP or SVG, 100 kB at most. The page serves it. Default: the first letter of the name.",
        examples: ["data:image/svg+xml;base64,PHN2Zy8+"],
      }),
      {
        label: "Logo",
        section: "look",
        input: "picture",
        help: "A PNG, JPEG, WebP or SVG, 100 kB at most. Without one: the first letter of the name.",
      },
    ),
    timezone: defaultsTo("UTC", Timezone("IANA time zone of the days of the page."), {
      label: "Time zone",
      help: "The zone of its days. Times are shown in the zone of each reader.",
      section: "look",
      meaning: "timezone",
    }),
    public: defaultsTo(
      "unlisted",
      Type.Enum([...publicities], {
        title: "Publicity",
        description:
          "`listed`: search engines may list it. `unlisted`: they are asked not to. `off`: its address answers not found.",
      }),
      {
        label: "Public",
        help: "",
        section: "access",
        options: {
          unlisted: "Unlisted: everyone with the address",
          listed: "Listed: search engines list it",
          off: "Off: the address answers not found",
        },
      },
    ),
    mail_updates: defaultsTo(
      false,
      Type.Boolean({
        description:
          "Visitors can subscribe to updates by mail. Needs a mail server (`--smtp-url`, `--mail-from`).",
      }),
      {
        label: "Updates by mail",
        section: "access",
        help: "Visitors can subscribe to incidents, their updates and planned maintenance. Needs a mail server.",
      },
    ),
    sections: defaultsTo(
      [],
      ItemsOf(section, {
        maxItems: most.sections,
        description: "Headings and the systems below them, in the order in which they are shown.",
      }),
      {
        label: "Systems",
        section: "systems",
        help: "One per line, for example title: Shop, systems: [{name: Checkout, health_check_monitors: [Checkout API]}]",
        part: section,
      },
    ),
    ...everyResource,
  },
});
