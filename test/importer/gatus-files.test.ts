/** Whole configurations of Gatus, written after those that people publish: every endpoint is a monitor or named. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPlace, type Place } from "../ctl/run.ts";
import { imported } from "../support/imports.ts";

const folder = fileURLToPath(new URL("../fixtures/gatus/", import.meta.url));

/** The variables that the configurations take from the environment. */
const environment = {
  PHOTOS_URL: "https://photos.shop.example",
  FILMS_BASE: "https://films.shop.example",
  DOWNLOADS: "https://downloads.shop.example",
  DOWNLOADS_KEY: "k-1",
  ROUTER_IP: "192.0.2.1",
  API_TOKEN: "t-1",
  WANTED: "204",
};

/** By the number of a configuration: monitors of the source, and those that are not imported. */
const counts: Record<string, [entries: number, left: number]> = {
  "01": [3, 0],
  "02": [2, 0],
  "03": [4, 0],
  "04": [3, 0],
  "05": [4, 1],
  "06": [9, 2],
  "07": [3, 0],
  "08": [2, 0],
  "09": [4, 0],
  "10": [2, 0],
  "11": [2, 0],
  "12": [3, 0],
  "13": [6, 1],
  "14": [3, 0],
  "15": [6, 0],
  "16": [2, 0],
  "17": [6, 0],
  "18": [2, 0],
  "19": [1, 0],
  "20": [3, 2],
  "21": [3, 0],
};

let place: Place;

beforeAll(() => {
  place = newPlace();
});
afterAll(() => place[Symbol.dispose]());

test.each(readdirSync(folder))("%s", async (name) => {
  const { counts: seen } = await imported(place, "gatus", folder + name, environment);
  const [entries, left] = counts[name.slice(0, 2)]!;
  expect(seen).toEqual([entries, entries - left, left]);
});
