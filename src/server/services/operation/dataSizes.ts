import type { CorePlatform } from '#server/context.ts';
import { type TableSize, readTableSizes } from '#server/db/queries/tableSizes.ts';

const shownTables = 20;

/** How long rows are kept, in words, for the tables that lose rows by themselves. The others keep theirs. */
const kept: Readonly<Record<string, string>> = {
  answer_event: '1 day after the answer',
  search_text: '30 days after the last quote',
  analytics_count: '400 days',
  session: 'until it expires',
  login_attempt: 'until it expires',
  rate_limit: 'until its time is over',
  conversation: '30 days after it was deleted',
  message: 'as its conversation',
  answer: 'as its conversation',
  publish_run: 'the last 100',
};

export type DataSize = TableSize & { kept: string };

/** Returns the largest tables, and how long each of them keeps its rows. */
export async function dataSizes({ config, database }: CorePlatform): Promise<DataSize[]> {
  const { costsKeptDays = 0 } = config;
  const costs = costsKeptDays === 0 ? undefined : `${costsKeptDays} days`;
  const sizes = await readTableSizes(database.query, shownTables);
  return sizes.map((size) => ({
    ...size,
    kept: (size.table === 'answer_cost' ? costs : kept[size.table]) ?? 'for ever',
  }));
}
