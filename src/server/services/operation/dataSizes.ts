import { restoredForDays } from '#domain/chat/chat.ts';
import { signInsKeptDays } from '#domain/login/login.ts';
import { analyticsKeptDays } from '#domain/operation/analytics.ts';
import { contactKeptDays } from '#domain/support/contact.ts';
import type { Config } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { type TableSize, readTableSizes } from '#server/db/queries/tableSizes.ts';

const shownTables = 20;

/** How long rows are kept, in words, for the tables that lose rows by themselves. */
const kept: Readonly<Record<string, string>> = {
  alarm: '400 days after its end',
  alarm_failure: '7 days',
  alarm_notice: 'as its alarm',
  analytics_count: `${analyticsKeptDays} days`,
  answer: 'as its conversation',
  answer_event: '1 day after the answer',
  answer_html: 'as its message',
  answer_search: 'as its answer',
  attachment: 'as its message, or 1 day if it is not sent',
  conversation: `${restoredForDays} days after it was deleted`,
  conversation_search: 'as its conversation',
  conversation_share: 'as its conversation',
  google_attempt: 'until it expires',
  hook_delivery: '7 days',
  login_attempt: 'until it expires',
  mail_pause: '365 days after the last refusal',
  media_file: 'as its message',
  media_job: 'as its answer',
  media_removal: 'until the file is removed',
  message: 'as its conversation',
  plan_cancellation: 'for ever, or 180 days without a plan',
  publish_run: 'the last 100',
  publishing_site: '30 days after it was last seen',
  rate_limit: 'until its time is over',
  search_text: '30 days after the last quote',
  server_instance: '1 hour after its end',
  session: 'until it expires',
  sign_in: `${signInsKeptDays} days`,
  sign_in_notice: 'until it is mailed, 1 day at most',
  snapshot_change: 'until its day is closed',
  support_request: `${contactKeptDays} days`,
};

export type DataSize = TableSize & { kept: string };

/** Returns the largest tables, and how long each of them keeps its rows. */
export async function dataSizes({ config, database }: CorePlatform): Promise<DataSize[]> {
  const sizes = await readTableSizes(database.query, shownTables);
  return sizes.map((size) => ({ ...size, kept: keptTime(config, size.table) }));
}

/** Returns how long a table keeps its rows, in words. Only people and the deletion of an account delete the other rows. */
export function keptTime(
  { costsKeptDays = 0 }: Pick<Config, 'costsKeptDays'>,
  table: string,
): string {
  const costs = costsKeptDays === 0 ? undefined : `${costsKeptDays} days`;
  return (table === 'answer_cost' ? costs : kept[table]) ?? 'for ever';
}
