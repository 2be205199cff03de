import { desc, eq } from 'drizzle-orm';
import { type RankingRecord, canonicalJson, recordHash, sha256 } from '#domain/ranking/chain.ts';
import { type RankingInputs, type RankingResult, formulaVersion } from '#domain/ranking/formula.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';
import { rankingRecord } from '#server/db/schema/ranking.ts';

/** Why a period is counted, and when. */
export type RecordReason = { now: Date } & (
  | { kind: 'freeze'; reason: null }
  | { kind: 'refreeze'; reason: string }
);

/**
 * Appends a record of a counted period to the chain of its range. The lock keeps other servers from appending until the
 * commit, so that each record follows the newest one.
 */
export async function appendRecord(
  transaction: Executor,
  range: TimedRange,
  { inputs, result }: { inputs: RankingInputs; result: RankingResult },
  { kind, reason, now }: RecordReason,
): Promise<void> {
  const text = canonicalJson(inputs);
  const resultHash = await sha256(canonicalJson(result));
  await lockUntilCommit(transaction, `ranking records ${range}`);
  const [newest] = await transaction
    .select({
      number: rankingRecord.number,
      value: rankingRecord.value,
      hash: rankingRecord.hash,
    })
    .from(rankingRecord)
    .where(eq(rankingRecord.range, range))
    .orderBy(desc(rankingRecord.number))
    .limit(1);
  const fields = {
    range,
    number: (newest?.number ?? 0) + 1,
    value: inputs.value,
    kind,
    reason,
    recorded: now.toISOString(),
    formula: formulaVersion,
    inputs: await sha256(text),
    result: resultHash,
    previous: newest === undefined ? null : { value: newest.value, hash: newest.hash },
  } satisfies Omit<RankingRecord, 'hash'>;
  const { inputs: inputsHash, result: _, previous, ...rest } = fields;
  await transaction.insert(rankingRecord).values({
    ...rest,
    inputs: text,
    inputsHash,
    resultHash,
    previousValue: previous?.value ?? null,
    previousHash: previous?.hash ?? null,
    hash: await recordHash(fields),
  });
}
