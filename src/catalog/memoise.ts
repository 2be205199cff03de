/** Memoising of pure functions, whose results depend only on their arguments. */

/** Memoises a function of an object. A value is kept as long as its object exists. */
export function memoise<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const entry = known.get(key);
    if (entry) return entry.value;
    const value = compute(key);
    // Only when it is new, because writing takes several times as long as reading.
    known.set(key, { value });
    return value;
  };
}

/** Memoises a function of a text. At most `most` values are kept; values of further texts are computed each time. */
export function memoiseText<Text extends string, Value>(
  most: number,
  compute: (text: Text) => Value,
): (text: Text) => Value {
  const known = new Map<Text, { value: Value }>();
  return (text) => {
    const entry = known.get(text);
    if (entry) return entry.value;
    const value = compute(text);
    if (known.size < most) known.set(text, { value });
    return value;
  };
}

/** Memoises a value that never changes, such as a file of a package. */
export function memoiseConstant<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
