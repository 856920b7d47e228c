/** Reads a body of unknown shape whose members have names in any case, or lie in an object that speaks for it. */
import { firstMembers, firstText, isObject, plainMembers, type Foreign } from "../members.ts";

/** Members whose object speaks for the whole body. */
const envelopes =
  "alert incident problem event alarm issue data payload notification check monitor alertgroup essentials attributes error snitch".split(
    " ",
  );
const mostLayers = 10;

/** The body and the objects within it that speak for it, the outer before the inner; each by plain names. */
export function layersOf(body: Foreign): Foreign[] {
  const layers = [plainMembers(body)];
  for (const layer of layers)
    for (const name of envelopes) {
      const inner = Object.hasOwn(layer, name) ? layer[name] : null;
      if (isObject(inner) && layers.length < mostLayers)
        layers.push(plainMembers(firstMembers(inner)));
    }
  return layers;
}

/** The first text under one of the plain names, in the outermost layer that has one. */
export function firstTextIn(layers: readonly Foreign[], names: readonly string[]): string | null {
  for (const layer of layers) {
    const text = firstText(layer, ...names);
    if (text !== null) return text;
  }
  return null;
}
