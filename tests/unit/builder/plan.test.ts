import { describe, expect, it } from 'vitest';
import type { BuildRecord } from '#builder/buildRecord.ts';
import { planSite } from '#builder/plan.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { contextOf, emptyContext } from '../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../fixtures/snapshot.ts';

const code = 'code';

/** The record that a release of `context` leaves for the next plan. */
function recordOf(context: BuildContext): BuildRecord {
  const { languageDigests, siteDigest, groups } = planSite(context, code, undefined);
  const { related } = context;
  return { related, languageDigests, siteDigest, groups, sitemap: {}, lines: {} };
}

describe('the plan of a build', () => {
  it('has the dates of a full build when a collection gets another day', () => {
    const { collections } = emptyContext().collections;
    const ids = new Set(collections.flatMap((collection) => collection.ids));
    const lines = [...ids].map((id) => ({ type: 'gpt', gpt: makeGpt({ id }) }) as const);
    const context = contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
    const [newest, ...others] = collections;
    if (newest === undefined) throw new Error('There is no collection');
    const edited = [{ ...newest, day: '2030-01-01' }, ...others];
    const after = { ...context, collections: { ...context.collections, collections: edited } };
    const { groups } = planSite(after, code, recordOf(context));
    expect(groups).toEqual(planSite(after, code, undefined).groups);
  });
});
