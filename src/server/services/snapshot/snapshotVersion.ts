import type { Day } from '#domain/dates.ts';

/**
 * Which state of the database a snapshot tells: up to which day, of which database and by which code (`source`), and
 * which transactions it sees (`seen`, PostgreSQL's text of a `pg_snapshot`).
 */
export type SnapshotVersion = { closedDay: Day; source: string; seen: string };

/** Transactions at work that a version names one by one. */
const namedTransactions = 50;

/** Longest number of a transaction, of which there are 2^64. */
const transactionDigits = 19;

const pattern = /^(\d{4}-\d{2}-\d{2})\.([\w-]{16})\.(\d+):(\d+):([\d.]*)$/;

/** A version as readers keep it and send it back. */
export function versionText({ closedDay, source, seen }: SnapshotVersion): string {
  const { oldest, next, working } = parseSeen(seen.replaceAll(',', '.'));
  // Rather too much is told again than a version that does not fit into a header.
  if (working.length > namedTransactions) return `${closedDay}.${source}.${oldest}:${oldest}:`;
  return `${closedDay}.${source}.${oldest}:${next}:${working.join('.')}`;
}

/** The opposite of `versionText`; `undefined` for what it never wrote. */
export function parseVersion(text: string): SnapshotVersion | undefined {
  const [, closedDay, source, oldest, next, working] = pattern.exec(text) ?? [];
  if (closedDay === undefined || source === undefined) return undefined;
  const seen = `${oldest}:${next}:${working}`;
  if (!isSeen(parseSeen(seen))) return undefined;
  return { closedDay, source, seen: seen.replaceAll('.', ',') };
}

type Seen = { oldest: string; next: string; working: string[] };

function parseSeen(text: string): Seen {
  const [oldest = '', next = '', working = ''] = text.split(':');
  return { oldest, next, working: working === '' ? [] : working.split('.') };
}

/** Whether PostgreSQL takes it: numbers that ascend, of which the second one may be the first one again. */
function isSeen({ oldest, next, working }: Seen): boolean {
  const texts = [oldest, ...working, next];
  if (texts.some((text) => text === '' || text.length > transactionDigits)) return false;
  const numbers = texts.map(BigInt);
  if (numbers[0] === 0n) return false;
  return numbers.every((number, place) => {
    const before = numbers[place - 1];
    return before === undefined || before < number || (place === 1 && before === number);
  });
}
