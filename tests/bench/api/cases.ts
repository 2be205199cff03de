import { getDailyRanking, getMonthlyRanking, getWeeklyRanking } from '#contract/ranking/ranking.ts';
import { getGpt, type GptCard, listGpts } from '#contract/gpts/gpts.ts';
import { type Endpoint, type ResponseOf, endpointUrl } from '#contract/endpoint.ts';
import { Random } from '../../setup/random.ts';

/** Milliseconds over the empty handler; `null` where nothing is promised. */
export type Budget = { p50: number | null; p99: number | null };

export type Case = { name: string; budget: Budget; paths: readonly string[] };

const searchBudget: Budget = { p50: 8, p99: 40 };
const listBudget: Budget = { p50: null, p99: 20 };
const rankingBudget: Budget = { p50: null, p99: 50 };

/** Different paths of a case; they are asked for in turn. */
const pathsOfCase = 400;

const pageSize = 100;
const samplePages = 12;

const twoUnparted = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}|\p{sc=Hangul}{2}/u;

/** The measured calls, made from the catalogue of the server at `url`; the same every time. */
export async function makeCases(url: string, seed: number): Promise<Case[]> {
  const random = new Random(seed);
  const gpts = await sampleGpts(url);
  return [...searchCases(gpts, random), ...listCases(gpts, random), ...(await rankingCases(url))];
}

function searchCases(gpts: readonly GptCard[], random: Random): Case[] {
  const words = unique(gpts.flatMap(wordsOfGpt));
  const latin = words.filter((word) => /^[a-zäöüßéèàçñ]{5,14}$/i.test(word));
  const unparted = unique(gpts.flatMap(({ name }) => twoUnparted.exec(name)?.[0] ?? []));
  const queries: Record<string, () => string> = {
    'search short (1–3 letters)': () => take(random, latin).slice(0, random.whole(1, 3)),
    'search word': () => take(random, words),
    'search as typed': () => {
      const { name } = take(random, gpts);
      return name.slice(0, random.whole(1, name.length)).toWellFormed();
    },
    'search long': () => `${take(random, gpts).name} ${take(random, words)}`,
    'search description': () => phraseOf(random, take(random, gpts)),
    'search typo': () => misspell(random, take(random, latin)),
    'search CJK': () => take(random, unparted),
    'search no hit': () => `${take(random, words)} xqzvk${random.whole(1, 9_999)}`,
  };
  return Object.entries(queries).map(([name, query]) => ({
    name,
    budget: searchBudget,
    paths: fill(() => list({ query: query().slice(0, 200) })),
  }));
}

function listCases(gpts: readonly GptCard[], random: Random): Case[] {
  const categories = unique(gpts.flatMap((gpt) => gpt.categories));
  const tags = unique(gpts.flatMap((gpt) => gpt.tags));
  const authors = unique(gpts.flatMap((gpt) => gpt.author ?? []));
  const langs = unique(gpts.flatMap((gpt) => gpt.lang ?? []));
  const cases: Record<string, () => string> = {
    detail: () => endpointUrl(getGpt, { params: { id: take(random, gpts).id } }),
    'list first pages': () => list({ page: random.whole(1, 20) }),
    'list deep pages': () => list({ page: random.whole(20, 2_000) }),
    'list of a category': () =>
      list({ category: take(random, categories), page: random.whole(1, 10) }),
    'list of a tag': () => list({ tag: take(random, tags).toUpperCase() }),
    'list of an author': () => list({ author: take(random, authors) }),
    'list of a language': () => list({ lang: take(random, langs), page: random.whole(1, 10) }),
    'list of ids': () => list({ ids: fill(() => take(random, gpts).id, 24).join(',') }),
  };
  return Object.entries(cases).map(([name, path]) => ({
    name,
    budget: listBudget,
    paths: fill(path),
  }));
}

/** Every frozen period of each range. */
async function rankingCases(url: string): Promise<Case[]> {
  const ranges = { daily: getDailyRanking, weekly: getWeeklyRanking, monthly: getMonthlyRanking };
  const cases: Case[] = [];
  for (const [range, endpoint] of Object.entries(ranges)) {
    const { time_menu } = await ask(url, endpoint, {});
    const paths = time_menu.map(({ value }) => endpointUrl(endpoint, { query: { time: value } }));
    if (paths.length > 0) cases.push({ name: `ranking ${range}`, budget: rankingBudget, paths });
  }
  return cases;
}

/** GPTs of all degrees of popularity. */
async function sampleGpts(url: string): Promise<GptCard[]> {
  const last = await lastPage(url);
  const pages = Array.from({ length: samplePages }, (_, index) =>
    Math.max(1, Math.round((index * last) / (samplePages - 1))),
  );
  const found: GptCard[] = [];
  for (const page of new Set(pages)) {
    found.push(...(await ask(url, listGpts, { page, size: pageSize })).items);
  }
  return found;
}

/** The last page that has something on it, found by halving. */
async function lastPage(url: string): Promise<number> {
  let [low, high] = [1, 1_000];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { items } = await ask(url, listGpts, { page: middle, size: pageSize });
    if (items.length > 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function ask<E extends Endpoint>(url: string, endpoint: E, query: object) {
  const response = await fetch(`${url}${endpointUrl(endpoint, { query })}`);
  if (!response.ok) throw new Error(`${endpoint.path} was answered with ${response.status}`);
  return (await response.json()) as ResponseOf<E>;
}

function list(query: Record<string, unknown>): string {
  return endpointUrl(listGpts, { query });
}

function wordsOfGpt({ name, description }: GptCard): string[] {
  return `${name} ${description ?? ''}`.match(/[\p{L}\p{M}]{3,}/gu) ?? [];
}

function phraseOf(random: Random, gpt: GptCard): string {
  const words = wordsOfGpt(gpt);
  const start = random.whole(0, Math.max(0, words.length - 3));
  return words.slice(start, start + 3).join(' ');
}

/** One letter deleted, doubled, replaced or swapped with the next one. */
function misspell(random: Random, word: string): string {
  const place = random.whole(1, word.length - 2);
  const [start, letter = '', end] = [word.slice(0, place), word[place], word.slice(place + 1)];
  const kinds = [
    start + end,
    `${start}${letter}${letter}${end}`,
    `${start}${letter === 'x' ? 'y' : 'x'}${end}`,
    `${start}${end.slice(0, 1)}${letter}${end.slice(1)}`,
  ] as const;
  return random.oneOf(kinds);
}

function take<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random.whole(0, values.length - 1)];
  if (value === undefined) throw new Error('The catalogue is too small to be measured');
  return value;
}

function fill<Value>(make: () => Value, count = pathsOfCase): Value[] {
  return Array.from({ length: count }, make);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
