import fc from 'fast-check';
import type { Visibility } from '#domain/gpts/gpts.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';

/** Events between two snapshots. Small numbers are GPTs, users, days and periods. */
export type SnapshotStep =
  | { kind: 'import'; gpts: number[]; text: number }
  | { kind: 'edit'; gpt: number; text: number }
  | { kind: 'visibility'; gpt: number; to: 'hide' | 'show' | 'remove' | Visibility }
  | { kind: 'delete'; gpt: number }
  | { kind: 'chat'; gpt: number; user: number; back: number }
  | { kind: 'usage'; gpt: number; back: number; imported: number }
  | { kind: 'forgetUsage' }
  | { kind: 'review'; gpt: number; user: number; rating: number; text: number | null }
  | { kind: 'hideReviews'; gpt: number; isHidden: boolean }
  | { kind: 'deleteReview'; gpt: number; user: number }
  | { kind: 'rename'; user: number; text: number }
  | { kind: 'freeze'; range: TimedRange; back: number; categories: number[]; own: number }
  | { kind: 'note'; range: TimedRange; back: number; text: number }
  | { kind: 'unfreeze'; range: TimedRange; back: number }
  | { kind: 'unrecord'; range: TimedRange; back: number }
  | { kind: 'model'; model: number; price: number | null; isHidden: boolean }
  | { kind: 'forgetModels' }
  | { kind: 'begin'; slot: number; back: number; text: number }
  | { kind: 'finish'; slot: number; isKept: boolean };

export const gptCount = 5;
export const userCount = 3;
/** Transactions that may be open at once. */
export const slotCount = 2;
const small = (count: number) => fc.nat({ max: count - 1 });
const gpts = small(gptCount);
const users = small(userCount);
const texts = small(3);
const ranges = fc.constantFrom<TimedRange>('daily', 'weekly', 'monthly');

/** Steps of every kind, as likely as each other. */
export const snapshotSteps: fc.Arbitrary<SnapshotStep[]> = fc.array(
  fc.oneof(
    stepOf('import', { gpts: fc.array(gpts, { minLength: 1, maxLength: 4 }), text: texts }),
    stepOf('edit', { gpt: gpts, text: texts }),
    stepOf('visibility', {
      gpt: gpts,
      to: fc.constantFrom('hide', 'show', 'show', 'link', 'public', 'public', 'private', 'remove'),
    }),
    stepOf('delete', { gpt: gpts }),
    stepOf('chat', { gpt: gpts, user: users, back: fc.constantFrom(-1, 0, 1, 2, 120) }),
    stepOf('usage', { gpt: gpts, back: fc.constantFrom(-1, 0, 3, 95), imported: small(3) }),
    stepOf('forgetUsage', {}),
    stepOf('review', {
      gpt: gpts,
      user: users,
      rating: fc.integer({ min: 1, max: 2 }),
      text: fc.option(texts),
    }),
    stepOf('hideReviews', { gpt: gpts, isHidden: fc.boolean() }),
    stepOf('deleteReview', { gpt: gpts, user: users }),
    stepOf('rename', { user: users, text: texts }),
    stepOf('freeze', {
      range: ranges,
      back: small(6),
      categories: fc.uniqueArray(small(3)),
      own: small(3),
    }),
    stepOf('note', { range: ranges, back: small(6), text: texts }),
    stepOf('unfreeze', { range: ranges, back: small(6) }),
    stepOf('unrecord', { range: ranges, back: small(6) }),
    stepOf('model', { model: small(3), price: fc.option(texts), isHidden: fc.boolean() }),
    stepOf('forgetModels', {}),
    stepOf('begin', { slot: small(slotCount), back: small(6), text: texts }),
    stepOf('finish', { slot: small(slotCount), isKept: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 6 },
);

function stepOf<Kind extends SnapshotStep['kind']>(
  kind: Kind,
  parts: {
    [Key in Exclude<keyof Extract<SnapshotStep, { kind: Kind }>, 'kind'>]: fc.Arbitrary<
      Extract<SnapshotStep, { kind: Kind }>[Key]
    >;
  },
): fc.Arbitrary<SnapshotStep> {
  return fc
    .record(parts as Record<string, fc.Arbitrary<unknown>>)
    .map((values) => ({ kind, ...values }) as SnapshotStep);
}
