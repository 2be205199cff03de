import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

/** Reads the row of one set of values; `undefined` where there is none. */
type ReadRow<Row, Values> = (executor: Executor, ...values: Values[]) => Promise<Row | undefined>;

type Waiting<Row> = {
  values: readonly unknown[];
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

type Queue<Row> = { waiting: Waiting<Row>[]; running: number };

/** Statements that one executor runs at once; what is asked for meanwhile waits for the next one. */
const atOnce = 2;
/** Reads of one statement. */
const readsAtMost = 200;

/**
 * Combines reads that many requests need at the same time: reads that are asked for while `atOnce` statements run go into
 * the next one, all together. A read is always part of a statement that begins after it was asked for, so nothing is
 * older than with a statement of its own. The statement takes one array for each value and returns with each row the
 * number of its read, counted from 1, as `read`. An array stands in a subquery of its own (`(select $1::uuid[])`): the
 * planner then does not know its length, and PostgreSQL plans the statement only once.
 */
export function batchedRead<Row extends object, Values>(
  statement: Statement,
): ReadRow<Row, Values> {
  const queues = new WeakMap<Executor, Queue<Row>>();
  return (executor, ...values) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(executor) ?? { waiting: [], running: 0 };
      queues.set(executor, queue);
      queue.waiting.push({ values, resolve, reject });
      if (queue.running < atOnce) void runQueue(executor, statement, queue);
    });
}

/** Runs statements until nothing waits. Never rejects: a failure is the one of each of its reads. */
async function runQueue<Row extends object>(
  executor: Executor,
  statement: Statement,
  queue: Queue<Row>,
): Promise<void> {
  queue.running += 1;
  while (queue.waiting.length > 0) {
    const reads = queue.waiting.splice(0, readsAtMost);
    try {
      const rows = await run<Row & { read: string }>(executor, statement, columnsOf(reads));
      const found = new Map(rows.map((row) => [Number(row.read), row]));
      for (const [index, { resolve }] of reads.entries()) resolve(found.get(index + 1));
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }
  queue.running -= 1;
}

/** One array for each value, with that value of all reads. */
function columnsOf(reads: readonly { values: readonly unknown[] }[]): unknown[][] {
  const [first] = reads;
  return (first?.values ?? []).map((_, column) => reads.map(({ values }) => values[column]));
}
