/** The pictured company: who is on call, what is watched, and what goes wrong on its day. Plain data. */
import type { Part, Trouble } from "./applications.ts";

export const people = [
  { email: "ada@acme.example", name: "Ada Lovelace", devices: ["Pixel 9", "iPad"] },
  { email: "omar@acme.example", name: "عمر الفاروق", devices: ["Galaxy S24"] },
  { email: "cleo@acme.example", name: "Cléo O’Brien", devices: ["Fairphone"] },
  { email: "bo@acme.example", name: "Bo Ström", devices: ["iPhone"] },
  { email: "grace@acme.example", name: "Grace Hopper", devices: ["iPhone 16"] },
  { email: "jun@acme.example", name: "Jun Sato", devices: ["Xperia"] },
  { email: "mei@acme.example", name: "Mei Lin", devices: ["Pixel 8a"] },
  { email: "kai@acme.example", name: "Kai Mori", devices: [] },
  { email: "eve@acme.example", name: "Eve Moneypenny", devices: ["Galaxy A55"] },
];

/** The phone that its push server refuses. */
export const refusedDevice = "Fairphone";

export const groups = [
  { title: "Management", members: ["grace"], fields: { priority_level: 1 } },
  {
    title: "Platform",
    members: ["ada", "omar", "cleo"],
    fields: {
      priority_level: 1,
      repeat_minutes: 5,
      repeat_limit: 6,
      escalate_to: "Management",
      escalate_after_minutes: 15,
      runbook_url: "https://wiki.acme.example/runbooks/platform",
    },
  },
  {
    title: "Shop",
    members: ["bo", "mei"],
    fields: {
      priority_level: 2,
      timezone: "America/New_York",
      contact_hours_all_day: false,
      contact_hours_from: "09:00:00",
      contact_hours_to: "18:00:00",
      contact_days: [1, 2, 3, 4, 5],
    },
  },
  { title: "Data & Analytics", members: ["cleo"], fields: { priority_level: 3 } },
  { title: "Mobile", members: ["jun", "mei"], fields: { priority_level: 2 } },
  {
    title: "Night shift",
    members: ["jun", "kai"],
    fields: {
      priority_level: 2,
      timezone: "Asia/Tokyo",
      contact_hours_all_day: false,
      contact_hours_from: "22:00:00",
      contact_hours_to: "06:00:00",
    },
  },
  { title: "Corporate IT", members: ["eve"], fields: { priority_level: 3 } },
];

const part = (label: string, summary: string): Part => ({ label, summary });

const checkout = [
  part("Database", "2 ms"),
  part("Payment provider", "140 ms"),
  part("Disk", "61 % of 512 GB used"),
  part("Order queue", "312 jobs"),
  part("Redis cache", "1 ms"),
  part("Search index", "18 ms"),
  part("Mail relay", "220 ready"),
  part("Certificate", "64 days left"),
  part("Object storage", "38 ms"),
  part("Feature flags", "4 ms"),
  part("Tax service", "110 ms"),
  part("Session store", "2 ms"),
];
const small = [part("Database", "3 ms"), part("Queue", "12 jobs"), part("Disk", "44 % used")];

const names: Record<string, string[]> = {
  Platform: [
    "Checkout API",
    "Payments gateway",
    "Router fra1",
    "Search cluster",
    "Order worker",
    "Catalog",
    "Identity",
    "Image resizer",
    "Session cache",
    "Feature gate",
    "Edge fra1",
    "Edge ams1",
    "Mail relay",
    "Queue broker",
  ],
  Shop: [
    "Webshop DE",
    "Webshop UK",
    "Webshop US",
    "Stock sync",
    "Recommendations",
    "Loyalty",
    "Gift cards",
    "Reviews",
    "Sitemap job",
    "Kiosk 13",
  ],
  "Data & Analytics": [
    "Warehouse load",
    "Fraud scoring",
    "Looker",
    "dbt nightly",
    "Feature store",
    "Airflow",
    "Spark history",
    "GDPR export",
  ],
  Mobile: ["Push relay", "Deep links", "App config", "Maps tiles", "Uploads", "Store listing"],
  "Corporate IT": ["VPN", "Wiki", "Printers", "Badge reader", "HR portal", "Intranet"],
};

export const pathOf = (title: string) => `/${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;

export const monitors = Object.entries(names).flatMap(([group, titles]) =>
  titles.map((title) => ({
    group,
    title,
    path: pathOf(title),
    parts: title === "Checkout API" ? checkout : small,
  })),
);

/** What is watched beside applications, by the address of one of these. */
export const endpoints = [
  {
    group: "Shop",
    title: "Start page",
    fields: (url: URL) => ({ url: `${url.origin}/start-page`, expect: "http" }),
  },
  { group: "Platform", title: "Redis port", fields: (url: URL) => ({ url: `tcp://${url.host}` }) },
];

export const webhookMonitors = [
  { group: "Shop", title: "Checkout errors", threshold: 10, minutes: 10 },
  { group: "Mobile", title: "iOS crashes", threshold: 25, minutes: 15 },
  { group: "Platform", title: "PHP exceptions", threshold: 50, minutes: 10 },
];

const down = (title: string, from: number, to: number, more: Partial<Trouble>): Trouble => ({
  path: pathOf(title),
  from,
  to,
  ...more,
});

export const troubles: Trouble[] = [
  down("Payments gateway", 0.2, 0, { status: 503 }),
  down("Checkout API", 0.4, 0, {
    part: "Database",
    message: "connection refused (db-1.prod.internal:5432)",
    slower: 20,
  }),
  down("Checkout API", 0.35, 0, { part: "Payment provider", message: "timed out after 2,000 ms" }),
  down("Checkout API", 3.9, 0, {
    part: "Disk",
    message: "91 % of 512 GB used",
    severity: "warning",
  }),
  down("Checkout API", 15.9, 15.4, { part: "Order queue", message: "9,120 jobs" }),
  down("Checkout API", 8.6, 8.3, { part: "Database", message: "too many connections" }),
  down("Router fra1", 0.8, 0, { status: 502 }),
  down("Stock sync", 1.1, 0, { status: 502 }),
  down("Warehouse load", 2.2, 0, { part: "Queue", message: "job failed with exit code 2" }),
  down("Order worker", 5, 0, { part: "Disk", message: "91 % used", severity: "warning" }),
  down("Webshop UK", 2, 0, { slower: 60 }),
  ...[20, 18, 17, 15, 13, 10, 8, 6, 4, 2.5, 1.5, 0.7].map((from) =>
    down("Search cluster", from, from - 0.3, { part: "Queue", message: "1,204 jobs" }),
  ),
  down("Fraud scoring", 13, 12.2, { status: 500 }),
  down("Wiki", 9, 8.5, { status: 503 }),
];
