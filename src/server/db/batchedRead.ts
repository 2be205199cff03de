import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

/** Reads the row of one set of values; `undefined` where there is none. */
type ReadRow<Row, Values> = (executor: Executor, ...values: Values[]) => Promise<Row | undefined>;

type Waiting<Row> = {
  values: readonly unknown[];
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

/** Runs statements one after another; the latest one of a queue takes its reads. */
type Runner = { startedAt: number };

type Queue<Row> = { waiting: Waiting<Row>[]; running: number; latest: Runner | undefined };

/** Reads wait this long for the statement before them, and then go into one on another connection. */
const patienceMilliseconds = 20;
/** Statements that one executor runs at once, where one of them is slow or its connection hangs. */
const atOnce = 4;
/** Reads of one statement. */
const readsAtMost = 200;

/**
 * Combines reads that many requests need at the same time: reads that are asked for while a statement runs go into the
 * next one, all together. A read is always part of a statement that begins after it was asked for, so nothing is older
 * than with a statement of its own. The statement takes one array for each value and returns with each row the number of
 * its read, counted from 1, as `read`. An array stands in a subquery of its own (`(select $1::uuid[])`): the planner then
 * does not know its length, and PostgreSQL plans the statement only once.
 */
export function batchedRead<Row extends object, Values>(
  statement: Statement,
): ReadRow<Row, Values> {
  const queues = new WeakMap<Executor, Queue<Row>>();
  return (executor, ...values) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(executor) ?? { waiting: [], running: 0, latest: undefined };
      queues.set(executor, queue);
      queue.waiting.push({ values, resolve, reject });
      startRunner(executor, statement, queue);
    });
}

/** Starts a runner where there is none, or where the latest one is slow. */
function startRunner<Row extends object>(
  executor: Executor,
  statement: Statement,
  queue: Queue<Row>,
): void {
  const { waiting, running, latest } = queue;
  const now = performance.now();
  const isSlow = latest !== undefined && now - latest.startedAt > patienceMilliseconds;
  if (waiting.length === 0 || running === atOnce || (latest && !isSlow)) return;
  const runner = { startedAt: now };
  queue.latest = runner;
  queue.running += 1;
  // After all requests that have arrived by now, so that their reads go together.
  setImmediate(() => void runStatements(executor, statement, queue, runner));
}

/** Runs statements until nothing waits, or until another runner took over. Never rejects. */
async function runStatements<Row extends object>(
  executor: Executor,
  statement: Statement,
  queue: Queue<Row>,
  runner: Runner,
): Promise<void> {
  while (queue.latest === runner && queue.waiting.length > 0) {
    runner.startedAt = performance.now();
    await readTogether(executor, statement, queue.waiting.splice(0, readsAtMost));
  }
  queue.running -= 1;
  if (queue.latest === runner) queue.latest = undefined;
  startRunner(executor, statement, queue);
}

/** Never rejects: a failure is the one of each of the reads. */
async function readTogether<Row extends object>(
  executor: Executor,
  statement: Statement,
  reads: readonly Waiting<Row>[],
): Promise<void> {
  try {
    const rows = await run<Row & { read: string }>(executor, statement, columnsOf(reads));
    const found = new Map(rows.map((row) => [Number(row.read), row]));
    for (const [index, { resolve }] of reads.entries()) resolve(found.get(index + 1));
  } catch (error) {
    for (const { reject } of reads) reject(error);
  }
}

/** One array for each value, with that value of all reads. */
function columnsOf(reads: readonly { values: readonly unknown[] }[]): unknown[][] {
  const [first] = reads;
  return (first?.values ?? []).map((_, column) => reads.map(({ values }) => values[column]));
}
