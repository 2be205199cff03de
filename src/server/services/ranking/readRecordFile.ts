import { type RankingRecordFile, toRecordFile } from '#contract/ranking/rankingRecord.ts';
import { readLicence } from '#domain/ranking/licence.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import {
  readInputsText,
  readRecords,
  readResultText,
  readUnrecorded,
} from '#server/services/ranking/rankingRecords.ts';

type Period = { range: TimedRange; time: string };

/**
 * Returns the records of a frozen period, in the format of the published file; without records if they were removed. Throws
 * `unknown_period` if the period is not frozen, or an older version froze it.
 */
export async function readRecordFile(
  { database: { query }, config }: Context,
  { range, time: value }: Period,
): Promise<RankingRecordFile> {
  const records = await readRecords(query, range, value);
  if (records.length === 0) {
    const unrecorded = await readUnrecorded(query, range);
    if (!unrecorded.some((period) => period.value === value && period.isMissing)) throw unknown();
  }
  const licence = readLicence(config.operator.rankingLicence);
  return toRecordFile({ range, value, licence, records }, 'server');
}

/** Returns the text of another file of a period. Throws `unknown_period` if it has no record. */
export async function readRecordText(
  { database: { query } }: Context,
  { range, time, file }: Period & { file: 'inputs' | 'result' },
): Promise<string> {
  const newest = (await readRecords(query, range, time)).at(-1);
  const text =
    newest &&
    (await (file === 'inputs'
      ? readInputsText(query, newest)
      : readResultText(query, range, time)));
  if (text === undefined) throw unknown();
  return text;
}

function unknown(): AppError {
  return new AppError('unknown_period', 'There is no record of a frozen ranking of this time');
}
