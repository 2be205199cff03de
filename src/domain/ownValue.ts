/**
 * Returns the value of a key that comes from outside; `undefined` if the record itself does not have it, also for
 * `constructor` and the other keys that every object inherits.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
