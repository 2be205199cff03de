import type { Database, Executor } from '#server/db/connect.ts';

/** Ends a transaction whose work is done, without a commit. */
class RolledBack extends Error {}

/** The same database, but each transaction is rolled back after its work: what that returns can be reported. */
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
      // Work that failed has thrown.
      return results[0] as Result;
    },
  };
}
