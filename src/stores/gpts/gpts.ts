import { call } from '#contract/call.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { type Gpt, type GptCard, getGpt, listGpts } from '#contract/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Message, errorMessage } from '#stores/browser/message.ts';
import { atom, map } from 'nanostores';

export type { Gpt, GptCard } from '#contract/gpts/gpts.ts';

export type GptState =
  | { state: 'loading' }
  | { state: 'ready'; gpt: Gpt }
  /** `refused`: not public, removed or unknown, so that a retry cannot help. After `failed` it may help. */
  | { state: 'refused' | 'failed'; problem: Message };

/** The loaded GPTs, by id. */
export const $gpts = map<Record<string, GptState>>({});

export type PopularGpts =
  | { state: 'loading' }
  | { state: 'ready'; items: readonly GptCard[] }
  | { state: 'failed'; problem: Message };

/** The most used GPTs, or those that editors recommend while none is used. */
export const $popularGpts = atom<PopularGpts>({ state: 'loading' });

const refusals = ['errors.gpt_not_public', 'errors.not_found', 'errors.unknown_gpt', 'errors.gone'];

/** Loads a GPT, unless it is loaded or loading. With a language, its examples have HTML. */
export async function loadGpt(id: string, locale?: Language): Promise<void> {
  const known = $gpts.get()[id];
  if (known && known.state !== 'failed') return;
  $gpts.setKey(id, { state: 'loading' });
  try {
    const query = locale === undefined ? {} : { locale };
    $gpts.setKey(id, { state: 'ready', gpt: await call(getGpt, { params: { id }, query }) });
  } catch (error) {
    const problem = errorMessage(error);
    const state = refusals.includes(problem.key) ? 'refused' : 'failed';
    $gpts.setKey(id, { state, problem });
  }
}

/** Loads a GPT again, past the browser's cache, as its author may have changed it. The loaded one stays if that fails. */
export async function reloadGpt(id: string): Promise<void> {
  const url = endpointUrl(getGpt, { params: { id } });
  const response = await fetch(url, { cache: 'no-cache' }).catch(() => undefined);
  if (!response?.ok) return;
  const parsed = getGpt.response.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) $gpts.setKey(id, { state: 'ready', gpt: parsed.data });
}

/** Loads several GPTs one after the other, so that a long list does not delay a question. */
export async function loadGpts(ids: readonly string[]): Promise<void> {
  for (const id of ids) await loadGpt(id);
}

/** Returns the ids of the page's recommended GPTs, percent-encoded and joined by commas; empty if others are most used. */
export function recommendedIds(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLElement>('[data-recommended]')?.dataset['recommended'] ?? '';
}

/** Returns the page's link to GPTs in languages that its readers may not know, and their number in words. */
export function othersLink(): { href: string; amount: string } | undefined {
  if (typeof document === 'undefined') return undefined;
  const { others, count } = document.querySelector<HTMLElement>('[data-others]')?.dataset ?? {};
  return others === undefined ? undefined : { href: others, amount: count ?? '' };
}

/** Loads the recommended GPTs of the page, else the first page of the directory, for an interface in `locale`, unless it is loaded. */
export async function loadPopularGpts(locale: Language): Promise<void> {
  if ($popularGpts.get().state === 'ready') return;
  $popularGpts.set({ state: 'loading' });
  try {
    const ids = recommendedIds();
    const query = { locale, size: 24, ...(ids === '' ? {} : { ids }) };
    const { items } = await call(listGpts, { query });
    $popularGpts.set({ state: 'ready', items });
  } catch (error) {
    $popularGpts.set({ state: 'failed', problem: errorMessage(error) });
  }
}
