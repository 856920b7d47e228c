/** What a camera reads of the QR code on a page. */
import type { Page } from "playwright-core";
import { decode } from "./qr.ts";

/** A picture of the code; taken again when the page was loaded anew meanwhile, as it is at each event. */
async function pictureOfCode(page: Page): Promise<Buffer> {
  for (let left = 5; ; left--)
    try {
      // The navigation at the bottom would lie over it.
      await page.evaluate(`document.querySelector("svg.qr").scrollIntoView({ block: "center" })`);
      return await page.locator("svg.qr").screenshot();
    } catch (error) {
      if (left === 0 || !/not attached/.test(String(error))) throw error;
    }
}

/** The text of the code; undefined: it cannot be read. */
export async function scanned(page: Page): Promise<string | undefined> {
  const shot = await pictureOfCode(page);
  const { width, height, pixels } = (await page.evaluate(
    `new Promise((resolve) => {
      const image = new Image();
      image.onload = () => {
        const canvas = document.createElement("canvas");
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        resolve({ width: image.width, height: image.height, pixels: [...data] });
      };
      image.src = "data:image/png;base64,${shot.toString("base64")}";
    })`,
  )) as { width: number; height: number; pixels: number[] };
  return decode(Uint8ClampedArray.from(pixels), width, height, {
    inversionAttempts: "dontInvert",
  })?.data;
}
