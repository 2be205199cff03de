import type { Violation } from './fences.ts';
import { type Sources, importsOf } from './sources.ts';

const ledgerRooms =
  /^src\/server\/(services\/credits\/|db\/queries\/(ledger|lots)\.ts$|db\/schema\/|db\/migrations\/)/;

const ledgerWrites = [
  /\b(insert into|update|delete from|truncate)\s+"?(credit_balance|credit_lot|credit_refund|ledger_entry|ledger_part)\b/i,
  /\.(insert|update|delete)\(\s*(creditBalance|creditLot|creditRefund|ledgerEntry|ledgerPart)\b/,
];

/** Files that write to the tables of the ledger and are not the ledger, and files of the ledger that notify. */
export function ledgerViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    const isLedger = ledgerRooms.test(file);
    if (!isLedger) {
      const writes = ledgerWrites.some((write) => write.test(text));
      return writes ? [`${file} writes to the ledger`] : [];
    }
    return /\bpg_notify\b|\bnotify[\s(]/i.test(text) ? [`${file} notifies`] : [];
  });
}

const limitsRoom = 'src/server/services/limits/';
const limitQueries = 'src/server/db/queries/rateLimits.ts';
/** Counts a question in the statement that reads its sender. */
const senderQueries = 'src/server/db/queries/senders.ts';

/** Files that count in the table of rate limits, or use its package, and are not the folder of limits. */
export function limiterViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    if (file.startsWith(limitsRoom) || file === limitQueries) return [];
    const writes = /\b(insert into|update|delete from|truncate)\s+"?rate_limit\b/i.test(text);
    const calls = file !== senderQueries && /\b(addToCounts?|addUses)\(/.test(text);
    const uses = importsOf(file, text).some(({ to }) => to.startsWith('rate-limiter-flexible'));
    return writes || calls || uses ? [`${file} counts by itself`] : [];
  });
}

const dataRoom = 'src/server/db/';

/** Ways to send a whole statement of SQL past Drizzle's builder. */
const rawStatements = [
  /\.execute(<[^;()]*>)?\(/,
  /\b(pool|client|database)\.query(<[^;()]*>)?\(\s*[`'"]/,
  /\btext:\s*[`'"]\s*(select|insert|update|delete|with|truncate|lock)\b/i,
];

/** Files of the server outside of `db/` that send whole statements of SQL, or the tools to prepare them. */
export function rawSqlViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('src/server/') || file.startsWith(dataRoom)) return [];
    const sends = rawStatements.some((raw) => raw.test(text));
    const prepares = importsOf(file, text).some(
      ({ to, typeOnly }) => !typeOnly && /server\/db\/(statement|batchedRead)\.ts$/.test(to),
    );
    return sends || prepares ? [`${file} has raw SQL`] : [];
  });
}
