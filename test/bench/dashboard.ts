/**
 * The dashboard of five thousand monitors in a real Chromium: what its first page costs beside that of an
 * empty organization, and whether it keeps up with a hundred changes a second without stuttering.
 */
import { get } from "node:http";
import { chromium, type Page } from "playwright-core";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors } from "./ingest.ts";
import { sleep, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 5000;
const looks = 40;
const changesPerSecond = 100;
const seconds = 20;
/** Monitors of which one opens an incident each half second. */
const firing = seconds * 2;

export async function benchFirstPage(): Promise<Row> {
  const [full, empty] = await Promise.all([startBenchDaemon(), startBenchDaemon()]);
  try {
    await makeMonitors(full, monitors);
    const [ours, peer] = [await signedIn(full), await signedIn(empty)];
    const took: number[] = [];
    const beside: number[] = [];
    let bytes = 0;
    for (let i = 0; i < looks; i++) {
      const page = await look(full, ours);
      took.push(page.ms);
      bytes = page.bytes;
      beside.push((await look(empty, peer)).ms);
    }
    return {
      name: `first page with ${monitors} monitors, ${(bytes / 1000).toFixed(1)} kB compressed`,
      ours: `${spread(took).median.toFixed(1)} ms`,
      peer: `without any ${spread(beside).median.toFixed(1)} ms`,
      ratio: spread(took.map((ms, i) => ms / beside[i]!)),
      measures: [
        { name: "first page", value: spread(took).median, unit: "ms", goal: { most: 150 } },
        { name: "compressed", value: bytes / 1000, unit: "kB", goal: { most: 100 } },
      ],
    };
  } finally {
    await Promise.all([full.stop(), empty.stop()]);
  }
}

/**
 * ratio: the longest time without a frame under changes ÷ the same at rest.
 *
 * @param opened - Whether the group of all monitors is opened, so that rows move, too.
 */
export async function benchLive(opened: boolean): Promise<Row> {
  const daemon = await startBenchDaemon();
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const { ids, paths } = await makeMonitors(daemon, monitors);
    // The one that counts fires: its incident stands first, and its title is on the page.
    await sensitive(daemon, ids[0]!, "Counter 0");
    await report(daemon, paths[0]!);
    for (const id of ids.slice(-firing)) await sensitive(daemon, id, "Fires");
    const page = await browser.newPage();
    const [name, value] = (await signedIn(daemon)).split("=") as [string, string];
    await page.context().addCookies([{ name, value, url: daemon.url }]);
    const [group] = await daemon.api<{ id: string }[]>("GET", "/alert_groups");
    await page.goto(opened ? `${daemon.url}/?open=${group!.id}` : daemon.url);
    await page.getByText("Live", { exact: true }).waitFor();
    const rest = await longestFrame(page, seconds / 4);
    const received = await countBytes(page);
    await page.evaluate(
      `getSelection().selectAllChildren(document.querySelector("#monitors h3 bdi"))`,
    );
    const selection = () => page.evaluate(`String(getSelection())`);
    const selected = await selection();
    const behind: number[] = [];
    const done = change(daemon, ids, paths, async (counter) => {
      // Of its row: its incident keeps the title that it had when it opened. Playwright's own selectors would be a task of
      // the page that counts.
      const shown = await page.evaluate(
        `document.querySelector("#monitors").textContent.match(/Counter (\\d+)/)[1]`,
      );
      behind.push(counter - Number(shown));
    });
    const [busy, longTask] = await Promise.all([
      longestFrame(page, seconds),
      longestTask(page, seconds),
    ]);
    const bytes = received();
    const kept = selected !== "" && (await selection()) === selected ? "survives" : "is lost";
    const counter = await done;
    const stopped = performance.now();
    await page
      .locator("#monitors")
      .getByText(new RegExp(`\\bCounter ${counter}\\b`))
      .first()
      .waitFor();
    const last = performance.now() - stopped;
    const secondsBehind = (spread(behind).max * 10) / changesPerSecond;
    return {
      name: `live page of ${monitors} monitors${opened ? ", their group opened" : ""}, ${changesPerSecond} changes a second for ${seconds} s: the last change shown after ${last.toFixed(0)} ms, ${(bytes / 1000 / seconds).toFixed(1)} kB/s received, longest task ${longTask.toFixed(0)} ms, a selection ${kept}`,
      ours: `longest frame ${busy.toFixed(0)} ms`,
      peer: `at rest ${rest.toFixed(0)} ms`,
      ratio: spread([busy / rest]),
      measures: [
        { name: "longest frame", value: busy, unit: "ms", goal: { most: 50 } },
        { name: "behind", value: secondsBehind, unit: "s", goal: { most: 2 } },
      ],
    };
  } finally {
    await browser.close();
    await daemon.stop();
  }
}

/** Lets a monitor fire at its first report. */
const sensitive = (daemon: BenchDaemon, id: string, title: string) =>
  daemon.api("PUT", `/webhook_monitors/${id}`, { title, error_rate_threshold: 1 });

const report = (daemon: BenchDaemon, path: string) =>
  fetch(daemon.url + path, { method: "POST", body: '{"message":"x"}' });

/** A cookie, as the sign-in page gives it. */
async function signedIn(daemon: BenchDaemon): Promise<string> {
  const answer = await fetch(`${daemon.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `code=${daemon.key}&name=Bench`,
  });
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}

/** The first page as a browser asks for it. `bytes`: as they are sent, compressed. */
async function look(daemon: BenchDaemon, cookie: string) {
  const begun = performance.now();
  const bytes = await new Promise<number>((resolve, reject) => {
    const headers = { cookie, "accept-encoding": "gzip, deflate, br" };
    get(daemon.url, { headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the first page: ${answer.statusCode}`));
      let size = 0;
      answer.on("data", (chunk: Buffer) => (size += chunk.length));
      answer.on("end", () => resolve(size));
    }).on("error", reject);
  });
  return { ms: performance.now() - begun, bytes };
}

/** The longest time between two frames of the page, ms. */
function longestFrame(page: Page, forSeconds: number): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const until = performance.now() + ${forSeconds * 1000};
    let before = performance.now();
    let longest = 0;
    requestAnimationFrame(function next(now) {
      longest = Math.max(longest, now - before);
      before = now;
      if (now > until) resolve(longest);
      else requestAnimationFrame(next);
    });
  })`);
}

/** The longest task of the page that blocks its thread, ms; 0: none took 50 ms. */
function longestTask(page: Page, forSeconds: number): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: "longtask" });
    setTimeout(() => resolve(longest), ${forSeconds * 1000});
  })`);
}

/** Counts the bytes that the page receives from now on, as they are sent: compressed. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on("Network.dataReceived", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  return () => bytes;
}

/**
 * Pauses and resumes monitors at the pace; every tenth change counts on a title, every fiftieth opens an incident.
 * Answers the last count.
 */
async function change(
  daemon: BenchDaemon,
  ids: readonly string[],
  paths: readonly string[],
  counted: (counter: number) => Promise<void>,
): Promise<number> {
  const path = (i: number) => `/webhook_monitors/${ids[i % (ids.length - firing)]}`;
  const begun = performance.now();
  let counter = 0;
  const looking: Promise<void>[] = [];
  for (let n = 0; n < changesPerSecond * seconds; n++) {
    const due = begun + (n * 1000) / changesPerSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    if (n % 10 === 0) {
      await daemon.api("PUT", path(0), { title: `Counter ${++counter}` });
      if (n % 100 === 0) looking.push(counted(counter));
    } else if (n % 50 === 25) await report(daemon, paths.at(-firing + Math.floor(n / 50))!);
    else await daemon.api("POST", `${path(n + 1)}/${n % 2 ? "pause" : "resume"}`, {});
  }
  await Promise.all(looking);
  return counter;
}
