import type { getCreditUsage as endpoint } from '#contract/credits/usage.ts';
import type { RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { fillSpan, keysOfSpan } from '#domain/credits/creditUsage.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { sumUsage } from '#server/db/queries/creditUsage.ts';
import type { ExportedFile } from '#server/services/conversations/export/exportConversations.ts';
import { safeCell, writeCells } from '#server/services/textFiles/csv.ts';

type Asked = RequestOf<typeof endpoint>['query'];

/** Sums what the acting user's questions have cost in the last days. Throws `not_signed_in`. */
export async function getCreditUsage(
  context: Context,
  { by, days }: Asked,
): Promise<ResponseOf<typeof endpoint>> {
  const to = dayOf(context.now());
  const from = addDays(to, 1 - days);
  const since = new Date(`${from}T00:00:00Z`);
  const rows = await sumUsage(context.database.query, signedInUser(context), by, since);
  const keys = keysOfSpan(by, from, to);
  return { from, to, items: keys ? fillSpan(rows, keys) : rows };
}

/** Returns the same as a CSV file. By its byte order mark, spreadsheets read names in any script. */
export async function exportCreditUsage(context: Context, asked: Asked): Promise<ExportedFile> {
  const { from, to, items } = await getCreditUsage(context, asked);
  const head = [asked.by, ...(asked.by === 'gpt' ? ['name'] : []), 'questions', 'credits'];
  const lines = items.map(({ key, name, questions, credits }) => {
    const names = asked.by === 'gpt' ? [safeCell(name ?? '')] : [];
    return writeCells([key ?? '', ...names, String(questions), String(credits)]);
  });
  const text = `\uFEFF${[writeCells(head), ...lines, ''].join('\r\n')}`;
  return {
    name: `credits-by-${asked.by}-${from}-${to}.csv`,
    type: 'text/csv; charset=utf-8',
    pieces: onePiece(text),
  };
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}
