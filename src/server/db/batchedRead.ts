import type { Executor } from '#server/db/connect.ts';
import { type RowOf, type RowShape, parseRows } from '#server/db/rawRows.ts';
import { type Statement, execute } from '#server/db/statement.ts';

/** Reads the row of one set of values; `undefined` if not found. */
type ReadRow<Row> = (executor: Executor, ...values: (string | Date)[]) => Promise<Row | undefined>;

type Batch<Shape extends RowShape> = { statement: Statement; shape: Shape };

type Waiting<Row> = {
  values: readonly unknown[];
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

/** Runs statements one after another. Only the latest runner of a queue takes its reads. */
type Runner = { startedAt: number };

type Queue<Row> = { waiting: Waiting<Row>[]; running: number; latest: Runner | undefined };

/** After this time of waiting for the running statement, reads go into a statement on another connection. */
const slowMilliseconds = 20;
/** How many statements an executor runs at once, when some are slow or their connections hang. */
const atOnce = 4;
/** How many reads a statement has at most. */
const readsAtMost = 200;

/**
 * Batches reads that many requests need at the same time: reads that arrive while a statement runs go together into the
 * next one. The statement of a read always starts after the read was requested, so its result is as fresh as that of a
 * separate statement.
 *
 * The statement takes one array for each value. Each row has the number of its read, counted from 1, in the column
 * `read`. Each array must be in a subquery (`(select $1::uuid[])`): then the planner does not know its length, and
 * PostgreSQL plans the statement only once.
 */
export function batchedRead<Shape extends RowShape>(
  statement: Statement,
  shape: Shape,
): ReadRow<RowOf<Shape>> {
  const queues = new WeakMap<Executor, Queue<RowOf<Shape>>>();
  return (executor, ...values) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(executor) ?? { waiting: [], running: 0, latest: undefined };
      queues.set(executor, queue);
      queue.waiting.push({ values, resolve, reject });
      startRunner(executor, { statement, shape }, queue);
    });
}

/** Starts a runner if all are stopped, or if the latest one is slow. */
function startRunner<Shape extends RowShape>(
  executor: Executor,
  batch: Batch<Shape>,
  queue: Queue<RowOf<Shape>>,
): void {
  const { waiting, running, latest } = queue;
  const now = performance.now();
  const isSlow = latest !== undefined && now - latest.startedAt > slowMilliseconds;
  if (waiting.length === 0 || running === atOnce || (latest && !isSlow)) return;
  const runner = { startedAt: now };
  queue.latest = runner;
  queue.running += 1;
  // After the requests that have already arrived, so that their reads go together.
  setImmediate(() => void runStatements(executor, batch, queue, runner));
}

/** Runs statements until no read waits, or until another runner takes over. Never rejects. */
async function runStatements<Shape extends RowShape>(
  executor: Executor,
  batch: Batch<Shape>,
  queue: Queue<RowOf<Shape>>,
  runner: Runner,
): Promise<void> {
  while (queue.latest === runner && queue.waiting.length > 0) {
    runner.startedAt = performance.now();
    await readTogether(executor, batch, queue.waiting.splice(0, readsAtMost));
  }
  queue.running -= 1;
  if (queue.latest === runner) queue.latest = undefined;
  startRunner(executor, batch, queue);
}

/** Runs one statement. Never rejects: a failure rejects each of the reads. */
async function readTogether<Shape extends RowShape>(
  executor: Executor,
  { statement, shape }: Batch<Shape>,
  reads: readonly Waiting<RowOf<Shape>>[],
): Promise<void> {
  try {
    const stored = await execute(executor, statement, columnsOf(reads));
    const rows = parseRows(shape, stored);
    const found = new Map(rows.map((row, index) => [Number(stored[index]?.['read']), row]));
    for (const [index, { resolve }] of reads.entries()) resolve(found.get(index + 1));
  } catch (error) {
    for (const { reject } of reads) reject(error);
  }
}

/** Returns one array for each value, with that value of all reads. */
function columnsOf(reads: readonly { values: readonly unknown[] }[]): unknown[][] {
  const [first] = reads;
  return (first?.values ?? []).map((_, column) => reads.map(({ values }) => values[column]));
}
