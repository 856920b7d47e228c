/** The jobs of the pictured company, and how their runs went on its day. */

interface Job {
  title: string;
  group: string;
  fields: Record<string, unknown>;
  /** The minutes that a run takes, and how it ends, by the hours that are left of the day; null: it does not run. */
  run(left: number): { minutes: number; end: string; output: string } | null;
}

const hourly = { expect_every_minutes: 60, grace_minutes: 25 };
const copied = (left: number) => `uploaded ${212 - Math.round(left / 4)} GB to s3://acme-backup`;
const full = `20:41:07 dump shop_orders          18.2 GB  ok
20:46:12 dump shop_events          91 % of 512 GB used on /backup
20:47:31 pg_dump: error: could not write to file
         "/backup/shop_events.dump": No space left on device
20:47:31 pg_dump: detail: <b>table "public.events"</b>, block 90412771
20:47:31 pg_dump: error: No space left on device
`;

export const jobs: readonly Job[] = [
  {
    title: "Backup of shop_orders",
    group: "Platform",
    fields: { ...hourly, error_rate_threshold: 1 },
    run: (left) => {
      if (left < 1) return { minutes: 12, end: "2", output: full };
      if (left > 6 && left < 8) return null;
      return { minutes: 8 + (26 - left) / 6, end: "0", output: copied(left) };
    },
  },
  {
    title: "Hourly export",
    group: "Data & Analytics",
    fields: { ...hourly },
    run: (left) => (left < 4 ? null : { minutes: 3, end: "0", output: "アップロード完了 211 GB" }),
  },
  {
    title: "Search index",
    group: "Platform",
    fields: { ...hourly },
    run: () => ({ minutes: 2, end: "0", output: "" }),
  },
  {
    title: "Invoice run",
    group: "Shop",
    fields: { expect_cron: "0 5 1 * *", expect_timezone: "Europe/Berlin", grace_minutes: 90 },
    run: () => null,
  },
];

/** Lets `hours` pass, and each job that has its hour in them run. */
export async function passWithJobs(
  hours: number,
  world: {
    hoursLeft: () => number;
    pass: (hours: number) => Promise<void>;
    ping: (title: string, end: string, output: string) => Promise<void>;
    /** The hours for which the jobs have run. */
    done: Set<number>;
  },
): Promise<void> {
  const until = world.hoursLeft() - hours;
  const hour = Math.floor(world.hoursLeft());
  if (!world.done.has(hour)) {
    world.done.add(hour);
    const due = jobs.flatMap((job) => {
      const run = job.run(world.hoursLeft());
      return run === null ? [] : [{ ...run, title: job.title }];
    });
    for (const { title } of due) await world.ping(title, "start", "");
    let passed = 0;
    for (const { title, minutes, end, output } of due.toSorted((a, b) => a.minutes - b.minutes)) {
      await world.pass((minutes - passed) / 60);
      passed = minutes;
      await world.ping(title, end, output);
    }
  }
  await world.pass(Math.max(0, world.hoursLeft() - until));
}
