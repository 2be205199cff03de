import type { Database, Executor } from '#server/db/connect.ts';

/** Ends a transaction without a commit. */
class RolledBack extends Error {}

/** Returns the same database for dry runs: each transaction is rolled back after its work, and returns its result. */
export function rolledBack(database: Database): Database {
  return {
    ...database,
    transaction: async <Result>(work: (transaction: Executor) => Promise<Result>) => {
      const results: Result[] = [];
      const undone = database.transaction(async (transaction) => {
        results.push(await work(transaction));
        throw new RolledBack();
      });
      await undone.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
      // There is a result, because failed work has thrown.
      return results[0] as Result;
    },
  };
}
