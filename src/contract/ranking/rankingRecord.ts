import { storable } from '#contract/text.ts';
import { timedRanges } from '#domain/ranking/ranking.ts';
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
