import { and, eq, inArray } from 'drizzle-orm';
import { type ProviderState, beginTry } from '#domain/models/providerCircuit.ts';
import type { Config } from '#server/config.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';
import { notify } from '#server/db/notify.ts';
import { providerState } from '#server/db/schema/costs.ts';
import { providerKeys } from '#server/gateways/providerKey.ts';

/** A provider, or one of its keys. */
export type Lane = {
  provider: string;
  /** A digest; empty for the whole provider. */
  key: string;
  label: string;
};

export type LaneState = Lane & ProviderState;

/** All servers and workers read the states again after a notification. */
export const providerChannel = 'provider_account';

/** Returns what is known about providers that are closed or failed. */
export async function readProviderStates(query: Executor): Promise<LaneState[]> {
  return query.select().from(providerState).orderBy(providerState.provider, providerState.key);
}

/** Whether a lane is of a whole provider, or of a key that is configured for text or search. */
export function isConfigured(
  { providers, search = [] }: Pick<Config, 'providers' | 'search'>,
  { provider, key }: Lane,
): boolean {
  if (key === '') return true;
  const keys = [...providers, ...search]
    .filter(({ name }) => name === provider)
    .flatMap((one) => providerKeys(one));
  return keys.some(({ id }) => id === key);
}

/**
 * Changes the state of a provider or key; `undefined` removes it. Changes wait for each other, so that of several processes
 * one closes a provider, and one tries it. Returns the state before and after.
 */
export async function changeProviderState(
  database: Database,
  lane: Lane,
  change: (before: ProviderState | undefined) => ProviderState | undefined,
): Promise<{ before: ProviderState | undefined; after: ProviderState | undefined }> {
  const { provider, key, label } = lane;
  const isLane = and(eq(providerState.provider, provider), eq(providerState.key, key));
  return database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'provider_state');
    const [before] = await transaction.select().from(providerState).where(isLane);
    const after = change(before);
    if (after === before) return { before, after };
    if (after) {
      const { users, ...rest } = after;
      const row = { ...rest, users: [...users], provider, key, label };
      await transaction
        .insert(providerState)
        .values(row)
        .onConflictDoUpdate({ target: [providerState.provider, providerState.key], set: row });
    } else {
      await transaction.delete(providerState).where(isLane);
    }
    await notify(transaction, providerChannel, '');
    return { before, after };
  });
}

/**
 * Takes the try of a closed provider or key that is due, which one of all processes gets. Returns whether this one got
 * it, and the state after.
 */
export async function claimTry(
  database: Database,
  lane: Lane,
  now: Date,
): Promise<{ isClaimed: boolean; after: ProviderState | undefined }> {
  let begun: ProviderState | undefined;
  const { after } = await changeProviderState(database, lane, (before) => {
    begun = beginTry(before, now);
    return begun ?? before;
  });
  return { isClaimed: begun !== undefined, after };
}

/** Forgets everything about a provider, or about some of its keys. */
export async function forgetProvider(
  database: Database,
  provider: string,
  keys?: readonly string[],
): Promise<void> {
  const isKey = keys && inArray(providerState.key, [...keys]);
  await database.transaction(async (transaction) => {
    await transaction.delete(providerState).where(and(eq(providerState.provider, provider), isKey));
    await notify(transaction, providerChannel, '');
  });
}
