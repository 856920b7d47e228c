/** The same function, calculated once for each object: a large declaration asks a hundred thousand times. */
export function onceFor<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.value;
    const value = of(key);
    known.set(key, { value });
    return value;
  };
}
