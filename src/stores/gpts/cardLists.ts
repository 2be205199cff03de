import { call } from '#contract/call.ts';
import { listGpts } from '#contract/gpts/gpts.ts';
import { type Card, cardOf } from '#domain/gpts/card.ts';
import { findUnlisted } from '#stores/gpts/gptCards.ts';
import { $recentGpts, loadRecentGpts } from '#stores/gpts/recent.ts';
import { $savedGpts, loadSavedGpts } from '#stores/gpts/saved.ts';
import { $account } from '#stores/account/user.ts';
import { type ReadableAtom, atom } from 'nanostores';

/** A list of GPTs. The server returns their ids at once, and their cards page by page. */
export type CardList =
  | { state: 'loading' }
  | { state: 'failed' }
  | {
      state: 'open';
      cards: readonly Card[];
      /** Ids without a card, because the directory does not show them. */
      missing: readonly string[];
      /** Ids whose cards are not loaded yet. */
      rest: readonly string[];
      more: 'idle' | 'loading' | 'failed';
    };

export type CardListStore = {
  $list: ReadableAtom<CardList>;
  /** Loads the ids and the first cards. The present list stays until they arrive. */
  open: () => Promise<void>;
  /** Loads the next cards. */
  more: () => Promise<void>;
};

/** Cards per call. With the longest ids they still fit into a URL. */
const pageSize = 24;

export const savedCards = cardListOf(async () =>
  (await loadSavedGpts()) ? $savedGpts.get() : undefined,
);

export const recentCards = cardListOf(async () =>
  (await loadRecentGpts()) ? $recentGpts.get() : undefined,
);

function cardListOf(loadIds: () => Promise<readonly string[] | undefined>): CardListStore {
  const $list = atom<CardList>({ state: 'loading' });
  const open = async (): Promise<void> => {
    if ($list.get().state === 'failed') $list.set({ state: 'loading' });
    const ids = await loadIds();
    const first = ids && (await loadCards(ids.slice(0, pageSize)));
    if (!first) return $list.set({ state: 'failed' });
    $list.set({ state: 'open', ...first, rest: ids.slice(pageSize), more: 'idle' });
  };
  const more = async (): Promise<void> => {
    const list = $list.get();
    if (list.state !== 'open' || list.rest.length === 0 || list.more === 'loading') return;
    $list.set({ ...list, more: 'loading' });
    const next = await loadCards(list.rest.slice(0, pageSize));
    if (!next) return $list.set({ ...list, more: 'failed' });
    $list.set({
      state: 'open',
      cards: [...list.cards, ...next.cards],
      missing: [...list.missing, ...next.missing],
      rest: list.rest.slice(pageSize),
      more: 'idle',
    });
  };
  $account.listen((account) => {
    if (!account) $list.set({ state: 'loading' });
  });
  return { $list, open, more };
}

async function loadCards(
  ids: readonly string[],
): Promise<{ cards: Card[]; missing: string[] } | undefined> {
  if (ids.length === 0) return { cards: [], missing: [] };
  const query = { ids: ids.map(encodeURIComponent).join(','), size: ids.length };
  const answer = await call(listGpts, { query }).catch(() => undefined);
  if (!answer) return undefined;
  const found = new Map(answer.items.map((gpt) => [gpt.id, gpt]));
  try {
    for (const id of ids) {
      const gpt = found.has(id) ? undefined : await findUnlisted(id);
      if (gpt) found.set(id, gpt);
    }
  } catch {
    return undefined;
  }
  return {
    cards: ids.flatMap((id) => found.get(id) ?? []).map(cardOf),
    missing: ids.filter((id) => !found.has(id)),
  };
}
