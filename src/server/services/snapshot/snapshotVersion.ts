import type { Day } from '#domain/dates.ts';

/**
 * The state of the database in a snapshot: the closed day, a digest of database and code (`source`), and the visible
 * transactions (`seen`, PostgreSQL's text of a `pg_snapshot`).
 */
export type SnapshotVersion = { closedDay: Day; source: string; seen: string };

/** Most running transactions that a version contains. */
const namedTransactions = 50;

/** Most digits of a transaction id. PostgreSQL accepts every number of 19 digits, but not every one of 20. */
const transactionDigits = 19;

const pattern = /^(\d{4}-\d{2}-\d{2})\.([\w-]{16})\.(\d+):(\d+):([\d.]*)$/;

/** Returns a version as text, which readers send back. */
export function versionText({ closedDay, source, seen }: SnapshotVersion): string {
  const { oldest, next, running } = parseSeen(seen.replaceAll(',', '.'));
  // A longer text would not fit into a header. An older state only means that more lines are sent again.
  if (running.length > namedTransactions) return `${closedDay}.${source}.${oldest}:${oldest}:`;
  return `${closedDay}.${source}.${oldest}:${next}:${running.join('.')}`;
}

/** Parses a text of `versionText`; returns `undefined` for other texts. */
export function parseVersion(text: string): SnapshotVersion | undefined {
  const [, closedDay, source, oldest, next, running] = pattern.exec(text) ?? [];
  if (closedDay === undefined || source === undefined) return undefined;
  const seen = `${oldest}:${next}:${running}`;
  if (!isSeen(parseSeen(seen))) return undefined;
  return { closedDay, source, seen: seen.replaceAll('.', ',') };
}

type Seen = { oldest: string; next: string; running: string[] };

function parseSeen(text: string): Seen {
  const [oldest = '', next = '', running = ''] = text.split(':');
  return { oldest, next, running: running === '' ? [] : running.split('.') };
}

/** Whether PostgreSQL accepts it: ascending numbers, of which the first two may be equal. */
function isSeen({ oldest, next, running }: Seen): boolean {
  const texts = [oldest, ...running, next];
  if (texts.some((text) => text === '' || text.length > transactionDigits)) return false;
  const numbers = texts.map(BigInt);
  if (numbers[0] === 0n) return false;
  return numbers.every((number, index) => {
    const before = numbers[index - 1];
    return before === undefined || before < number || (index === 1 && before === number);
  });
}
