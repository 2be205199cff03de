import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, dayOf } from '#domain/dates.ts';
import { demoGptsOf, demoHistories } from '#server/services/demo/demoFigures.ts';
import { demoDays } from '#server/services/demo/demoFolder.ts';
import { starterRows } from '#server/services/gpts/loadStarter.ts';
import { runOperator } from './operatorCommand.ts';

const seed = 20;

/**
 * Gives the catalogue of a running product a history and frozen rankings, and publishes them. A demo has the same figures,
 * but is kept from search engines, so that its pages cannot be scored for them.
 */
export async function addUse(dataDir: string): Promise<void> {
  const file = join(dataDir, 'bench-history.csv');
  await writeFile(file, await historyFile(dayOf(new Date())));
  await runOperator(dataDir, ['gpts', 'import', file, '--no-publish']);
  await runOperator(dataDir, ['ranking', 'freeze']);
  await runOperator(dataDir, ['site', 'publish']);
  await rm(file);
}

async function historyFile(today: string): Promise<string> {
  const gpts = await demoGptsOf(starterRows());
  const span = { seed, since: addDays(today, -demoDays - 1), until: addDays(today, -1) };
  const lines = ['date,rank,id,conversations,rating,reviews'];
  for (const row of demoHistories(span, gpts)) {
    if (!('value' in row)) continue;
    const { date, id, conversations } = row.value as Record<string, string>;
    lines.push(`${date},,${id},${conversations},,`);
  }
  return `${lines.join('\n')}\n`;
}
