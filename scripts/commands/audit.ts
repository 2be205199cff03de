import type { Command } from 'commander';
import {
  type AuditEntry,
  type AuditFilter,
  listAudit,
} from '#server/services/operation/listAudit.ts';
import { listedNumber, wholeNumber, words } from './arguments.ts';
import { asOperator } from './operator.ts';
import { jsonText, printResult } from './output.ts';
import { oneLine, pasteable } from './terminal.ts';

export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('list what was changed by hand, newest first: when, by whom, what and why')
    .option('--subject <id>', 'only of one subject, as the list names it', words('subject'))
    .option('--action <action>', 'only one action, or the first words of some', words('action'))
    .option('--by <name>', 'only of one operator', words('by'))
    .option('--days <number>', 'only of the last days', wholeNumber('days'))
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .option('--before <number>', 'only before this entry', listedNumber('entry', 'audit'))
    .action(audit);
}

async function audit(filter: AuditFilter): Promise<void> {
  const found = await asOperator((operator) => listAudit(operator, filter));
  printResult(found, ({ entries, hasMore }) => {
    if (entries.length === 0) console.log('Nothing was recorded.');
    for (const entry of entries) print(entry);
    const last = entries.at(-1);
    if (hasMore && last) console.log(`There are more: --before ${last.id}`);
  });
}

function print({ id, created, by, via, action, subject, reason, details }: AuditEntry): void {
  const when = `${created.toISOString().slice(0, 19)}Z`;
  const parts = [String(id), when, oneLine(by), oneLine(action), pasteable(subject)];
  console.log(parts.join('  '));
  if (reason !== null) console.log(`    why: ${oneLine(reason)}`);
  const facts = factsOf(details);
  if (facts !== '') console.log(`    ${facts}`);
  if (via !== 'unknown') console.log(`    by the ${oneLine(via)}`);
}

/** Returns the details without the reason, which has a line of its own. */
function factsOf(details: unknown): string {
  if (typeof details !== 'object' || details === null) return '';
  const { reason: _, ...others } = details as Record<string, unknown>;
  const text = jsonText(others).replaceAll(/\n\s*/g, ' ');
  return text === '{}' ? '' : oneLine(text);
}
