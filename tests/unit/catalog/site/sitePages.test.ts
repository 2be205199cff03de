import { describe, expect, it } from 'vitest';
import type { BuildContext } from '#catalog/buildContext.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { groupsOfRoute, siteRoutes } from '#catalog/site/sitePages.ts';
import { contextOf, emptyContext } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';

/** The texts of the inputs and of the pages of each group that has inputs. */
function groupsIn(context: BuildContext): Map<string, { inputs: string; pages: string }> {
  const groups = siteRoutes.flatMap((route) =>
    [...groupsOfRoute(context, route)].flatMap(({ key, inputs, pages }) =>
      inputs === null
        ? []
        : [[`${route} ${key}`, { inputs: inputs(), pages: JSON.stringify([...pages()]) }] as const],
    ),
  );
  return new Map(groups);
}

describe('a group of pages', () => {
  it('has other inputs when an edited collection changes the order of its GPTs', () => {
    const { collections } = emptyContext().collections;
    const ids = new Set(collections.flatMap((collection) => collection.ids));
    const lines = [...ids].map((id) => {
      const gpt = makeGpt({ id, author: 'Ada', tags: ['all'], chats: 0 });
      return { type: 'gpt', gpt } as const;
    });
    const context = contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
    const edited = collections.map((one) => ({ ...one, ids: one.ids.toReversed() }));
    const before = groupsIn(context);
    const after = groupsIn({
      ...context,
      collections: { ...context.collections, collections: edited },
    });
    const changed = [...before].filter(([key, { pages }]) => pages !== after.get(key)?.pages);
    const routes = new Set(changed.map(([key]) => key.split(' ', 1)[0]));
    for (const route of ['/[lang]/tags/[tag]', '/[lang]/authors/[author]', '/[lang]/page/[page]']) {
      expect([...routes]).toContain(route);
    }
    const stale = changed.filter(([key, { inputs }]) => inputs === after.get(key)?.inputs);
    expect(stale.map(([key]) => key)).toEqual([]);
  });
});
