import { CallError, call } from '#contract/call.ts';
import { type GptCard, getGpt, listGpts } from '#contract/gpts/gpts.ts';
import { map } from 'nanostores';

/** By id: the fields that lists of GPTs show. `missing`: the GPT is not accessible. */
export const $gptCards = map<Record<string, GptCard | 'loading' | 'missing' | undefined>>({});

/** Cards per call. With the longest ids they still fit into a URL. */
const pageSize = 24;

/** Loads the cards that are not loaded yet. After a failed call, the next one tries again. */
export async function loadGptCards(ids: readonly string[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => $gptCards.get()[id] === undefined);
  for (const id of missing) $gptCards.setKey(id, 'loading');
  for (let start = 0; start < missing.length; start += pageSize) {
    await loadPage(missing.slice(start, start + pageSize));
  }
}

async function loadPage(ids: readonly string[]): Promise<void> {
  const query = { ids: ids.map(encodeURIComponent).join(','), size: ids.length };
  const list = await call(listGpts, { query }).catch(() => undefined);
  const found = new Map(list?.items.map((gpt) => [gpt.id, gpt]));
  for (const id of ids) {
    const card = found.get(id) ?? (list && (await findUnlisted(id).catch(() => null)));
    // After a failure the card stays unknown, so that it is requested again.
    $gptCards.setKey(id, card ?? (list && card === undefined ? 'missing' : undefined));
  }
}

const refusals: readonly string[] = ['gpt_not_public', 'unknown_gpt', 'gone'];

/** Loads a GPT that lists omit but that has a page. Returns `undefined` if it has none. Throws `CallError`. */
export async function findUnlisted(id: string): Promise<GptCard | undefined> {
  try {
    return await call(getGpt, { params: { id }, query: {} });
  } catch (error) {
    if (error instanceof CallError && refusals.includes(error.code)) return undefined;
    throw error;
  }
}
