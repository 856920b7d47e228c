/**
 * Lists of things under way: many, and each for a moment. Not a `Set` or `Map`: V8 chains the tables that one grew and shrank
 * out of, each with its entries of then. Once a table is old memory, the collector of young objects follows it to all later
 * ones, and copies everything that was ever under way to the old generation: a quarter of the CPU of a check was for that.
 */

/** Takes one out of a list; the others keep their order. False: it was not in there. */
export function takeOut<T>(list: T[], one: T): boolean {
  const place = list.indexOf(one);
  if (place !== -1) list.splice(place, 1);
  return place !== -1;
}
