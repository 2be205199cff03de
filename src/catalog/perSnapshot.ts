import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';

/** What `make` makes of a snapshot, made once for each: several routes ask for it. */
export function perSnapshot<Value>(
  make: (snapshot: Snapshot) => Value,
): (snapshot?: Snapshot) => Value {
  const known = new WeakMap<Snapshot, { value: Value }>();
  return (snapshot = readSnapshot()) => {
    const made = known.get(snapshot) ?? { value: make(snapshot) };
    known.set(snapshot, made);
    return made.value;
  };
}
