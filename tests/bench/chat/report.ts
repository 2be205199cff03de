import type { ChatBench } from './run.ts';

/** A figure with its limit and the bare page's in the same run. */
export type ChatFigure = {
  name: string;
  unit: string;
  ours: number;
  /** Its limit. */
  limit: number;
  bare: number | undefined;
  /** Others, measured the same way on an earlier day. */
  rivals: string;
};

/** All figures of a run, each the median of its runs. */
export function figuresOf({ start, alive, answer, typing, long, heap }: ChatBench): ChatFigure[] {
  const figures: ChatFigure[] = [];
  const add = (
    name: string,
    unit: string,
    ours: readonly number[],
    limit: number,
    bare: readonly number[] = [],
    rivals = '',
  ): void => {
    if (ours.length === 0) return;
    const reference = bare.length === 0 ? undefined : median(bare);
    figures.push({ name, unit, ours: median(ours), limit, bare: reference, rivals });
  };
  const of = <Item>(items: readonly Item[], figure: (item: Item) => number) => items.map(figure);
  const script = of(start.ours, (run) => run.scriptGzipBytes / 1_000);
  const firstToken = [answer.ours, answer.bare].map((runs) => of(runs, (run) => run.firstToken));
  const mainThread = [answer.ours, answer.bare].map((runs) => of(runs, (run) => run.mainThread));
  const weight = of(alive, ({ scriptGzipBytes }) => scriptGzipBytes / 1_000);
  const works = of(alive, (run) => run.alive);
  const begun = [start.ours, start.bare].map((runs) => of(runs, (run) => run.firstToken));
  const sent = [start.ours, start.bare].map((runs) => of(runs, (run) => run.sent));
  add('script until a question leaves', 'KB', script, 130, [], '291, 1,229, 1,125');
  add('until a typed question leaves', 'ms', sent[0] ?? [], 2_500, sent[1], '6,500, 8,200, 12,500');
  add('until its answer begins', 'ms', begun[0] ?? [], 3_500, begun[1]);
  add('script until the message box works', 'KB', weight, 130, [], '291, 1,229, 1,125');
  add('until the message box works', 'ms', works, 2_500, [], '6,500, 8,200, 12,500');
  add('Enter to first token', 'ms', firstToken[0] ?? [], 900, firstToken[1], '2,285, 1,456');
  add('main thread, 120 tokens', 'ms', mainThread[0] ?? [], 2_500, mainThread[1], '4,500 to 5,200');
  add(
    'longest wait of a key',
    'ms',
    of(list(typing), (run) => run.longestKeyDelay),
    50,
  );
  add(
    'longest task while typing',
    'ms',
    of(list(typing), (run) => run.longestTask),
    50,
  );
  add(
    'a long conversation opens',
    'ms',
    of(list(long), (run) => run.open),
    500,
  );
  add(
    'a page is loaded with it',
    'ms',
    of(list(long), (run) => run.load),
    1_500,
  );
  add(
    'longest task while scrolling',
    'ms',
    of(list(long), (run) => run.longestTask),
    50,
  );
  add(
    'elements at most',
    '',
    of(list(long), (run) => run.mostElements),
    1_500,
  );
  const [first, last] = [heap[0], heap.at(-1)];
  if (first && last) {
    const data = [first, last].map(({ bytes, code }) => bytes - code);
    add('memory, last to first look', '×', [last.bytes / first.bytes], 1.1);
    add('the same without compiled code', '×', [(data[1] ?? 0) / (data[0] ?? 1)], 1.1);
  }
  return figures;
}

/** The figures as a table; those beyond their limits are marked. */
export function tableOf(figures: readonly ChatFigure[]): string {
  const head = ['', 'ours', 'at most', 'bare page', 'rivals', ''];
  const rows = figures.map(({ name, unit, ours, limit, bare, rivals }) => [
    name,
    `${round(ours)} ${unit}`.trim(),
    round(limit),
    bare === undefined ? '' : round(bare),
    rivals,
    isKept({ ours, limit }) ? '' : 'MISSED',
  ]);
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

export function isKept({ ours, limit }: Pick<ChatFigure, 'ours' | 'limit'>): boolean {
  return ours <= limit;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function list<Item>(item: Item | undefined): Item[] {
  return item === undefined ? [] : [item];
}

function round(value: number): string {
  const digits = value < 10 ? 2 : value < 200 ? 1 : 0;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
