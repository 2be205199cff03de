import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import { timedRanges } from '#domain/ranking/ranking.ts';
import {
  type RecomputedPage,
  rankingModulePath,
  recordPathAt,
} from '#domain/ranking/rankingPaths.ts';
import * as z from 'zod/mini';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A record in the chain of a range (`domain/ranking/chain.ts`). */
export const rankingRecord = z.object({
  range: z.enum(timedRanges),
  number: z.int(),
  value: z.string(),
  kind: z.enum(['freeze', 'refreeze']),
  reason: z.nullable(z.string().check(storable)),
  recorded: z.string(),
  formula: z.int(),
  inputs: sha256,
  result: sha256,
  previous: z.nullable(z.object({ value: z.string(), hash: sha256 })),
  hash: sha256,
});

/** The file of a period's records, oldest first: `/ranking/{range}/{time}/record.json`. */
export const rankingRecordFile = z.object({
  range: z.enum(timedRanges),
  value: z.string(),
  licence: z.object({ name: z.string(), url: z.string() }),
  /** The paths of the other files. */
  inputs: z.string(),
  result: z.string(),
  formula: z.string(),
  chain: z.string(),
  records: z.array(rankingRecord),
});

export type RankingRecordFile = z.output<typeof rankingRecordFile>;

/** Returns the file of a period's records, with the paths of the other files at its source. */
export function toRecordFile(
  {
    range,
    value,
    licence,
    records,
  }: Pick<RankingRecordFile, 'range' | 'value' | 'licence' | 'records'>,
  source: RecomputedPage['source'],
): RankingRecordFile {
  return {
    range,
    value,
    licence,
    inputs: recordPathAt(source, range, value, 'inputs'),
    result: recordPathAt(source, range, value, 'result'),
    formula: rankingModulePath('formula'),
    chain: rankingModulePath('chain'),
    records,
  };
}

const periodParams = {
  range: z.enum(timedRanges),
  time: z.string().check(storable, z.maxLength(10)),
};

export const getRankingRecord = endpoint({
  method: 'GET',
  path: '/api/gpts/rank/:range/:time/record',
  summary:
    'The chained records of a frozen period, also of days that have no page any more; none if they were removed. 404 unknown_period for a period that is not frozen, or that an older version froze.',
  access: 'public',
  maxAge: 300,
  params: () => z.object(periodParams),
  response: () => rankingRecordFile,
});

export const getRankingFile = endpoint({
  method: 'GET',
  path: '/api/gpts/rank/:range/:time/:file',
  summary:
    'The inputs or the result of a frozen period: the JSON that the hashes in its newest record are of. 404 unknown_period for a period without a record.',
  access: 'public',
  maxAge: 300,
  params: () => z.object({ ...periodParams, file: z.enum(['inputs', 'result']) }),
});
