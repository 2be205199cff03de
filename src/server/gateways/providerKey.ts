import { createHash } from 'node:crypto';
import { at } from '#server/gateways/readJson.ts';

/** Names a key without containing it. */
export type ProviderKey = {
  /** A digest, by which all servers know the key. */
  id: string;
  /** For operators: its last four characters, or its place in the list. */
  label: string;
};

/** The keys of a provider, in use in turn. */
type Keys = { apiKey?: string | undefined; otherKeys?: readonly string[] };

/** Shorter keys are named by their place: four of their characters would be too much. */
const namedFrom = 20;

/** Returns the names of a provider's keys, in their order; none for a server that asks for none. */
export function providerKeys(keys: Keys): ProviderKey[] {
  return listOf(keys).map((key, index) => ({
    id: idOf(key),
    label: key.length < namedFrom ? `key ${index + 1}` : `…${key.slice(-4)}`,
  }));
}

/** Returns the key with this name; `undefined` if it is not configured any more. */
export function apiKeyOf(keys: Keys, { id }: ProviderKey): string | undefined {
  return listOf(keys).find((key) => idOf(key) === id);
}

function listOf({ apiKey = '', otherKeys = [] }: Keys): string[] {
  return apiKey === '' ? [] : [apiKey, ...otherKeys];
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/**
 * Returns a function that does work with the next key of a list. If the provider refuses it, or its account is empty (the
 * error has an `account`), the others are tried. Throws the last error.
 */
export function keysInTurn<Key>(keys: readonly [Key, ...Key[]]) {
  let turn = 0;
  return async <Result>(work: (key: Key) => Promise<Result>): Promise<Result> => {
    const inTurn = fromTurn(keys, turn);
    turn += 1;
    for (const key of inTurn.slice(0, -1)) {
      try {
        return await work(key);
      } catch (error) {
        if (at(error, 'account') === undefined) throw error;
      }
    }
    return work(inTurn.at(-1) ?? keys[0]);
  };
}

/** Returns the list, beginning with another item each turn. */
export function fromTurn<Item>(items: readonly Item[], turn: number): Item[] {
  const first = turn % Math.max(items.length, 1);
  return [...items.slice(first), ...items.slice(0, first)];
}
