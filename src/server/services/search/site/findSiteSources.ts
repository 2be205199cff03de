import { and, inArray } from 'drizzle-orm';
import type { SearchSource } from '#contract/search/aiSearch.ts';
import { ageOf, searchLimits } from '#domain/search/aiSearch.ts';
import { dayOf } from '#domain/dates.ts';
import { foldText } from '#domain/texts/foldText.ts';
import type { Language } from '#domain/languages/languages.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import type { SearchPlatform } from '#server/context.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { connectedMethods } from '#server/services/product/connectedMethods.ts';
import { type ReadPage, chooseSources } from '#server/services/search/passages/chooseSources.ts';
import { contentWords } from '#server/services/search/passages/terms.ts';
import { splitPassages } from '#server/services/search/passages/splitPassages.ts';
import { pricingText } from '#server/services/search/site/pricingText.ts';
import { rarePages } from '#server/services/search/site/rarePages.ts';
import {
  type SiteQuestion,
  inWordsOfSite,
  readContinued,
  readSiteQuestion,
} from '#server/services/search/site/readSiteQuestion.ts';
import type { SitePosts } from '#server/services/search/sitePosts.ts';
import { textHash } from '#server/services/search/textHash.ts';

/** GPTs of an answer. */
const mostGpts = 4;

/** Letters of a name without a space. Shorter ones are words that questions about the world have. */
const shortestUnspacedName = 12;

/** Pages of an answer, if it has GPTs or not. */
const mostPages = { withGpts: 1, alone: 3 };

/**
 * The share of the question that the pages of an answer must contain, by the rarity of its words. A question without a
 * word of this site’s subjects must be in them nearly whole.
 */
const leastShare = { aboutSite: 0.4, other: 0.85 };

export type AskedSite = {
  /** The query: the question with the words of earlier ones that it continues. */
  query: string;
  question: string;
  /** The question before, if this one continues it. */
  before?: string | undefined;
  /** The language in which GPTs and pages are searched. */
  language: Language;
  /** The language of the reader’s pages, to which links lead. */
  reader: Language;
};

export type SiteSources = {
  sources: SearchSource[];
  pages: ReadPage[];
  /** Whether GPTs were found: they answer the question also without a sentence about them. */
  hasGpts: boolean;
};

/**
 * Returns what this site has for a question: GPTs that the directory’s own search finds, and passages of the pricing and
 * help pages. Nothing for a question about a fact that no page has.
 */
export async function findSiteSources(
  platform: SearchPlatform,
  posts: SitePosts,
  asked: AskedSite,
): Promise<SiteSources> {
  const { question, before, language } = asked;
  const read =
    before === undefined
      ? readSiteQuestion(question, language)
      : readContinued(question, before, language);
  const chosen = await choosePages(platform, posts, asked, read);
  const isAnswered = chosen.length > 0 && read.isAboutSite && !read.wantsGpt;
  const gpts = isAnswered ? [] : await findGpts(platform, asked, read);
  const most = gpts.length > 0 ? mostPages.withGpts : mostPages.alone;
  const kept =
    read.asksForHelp && gpts.length > 0 && !read.isAboutSite ? [] : chosen.slice(0, most);
  const sources = [...gpts.map(({ source }) => source), ...kept.map(({ source }) => source)];
  return {
    sources: sources.map((source, index) => ({ ...source, number: index + 1 })),
    pages: [...gpts, ...kept].map(({ page }) => page),
    hasGpts: gpts.length > 0,
  };
}

type Found = { source: SearchSource; page: ReadPage };

/** How much the order of the passages counts compared with the share of the words that a page has. */
const passagesShare = 0.5;

async function choosePages(
  platform: SearchPlatform,
  posts: SitePosts,
  { query, language }: AskedSite,
  { isAboutSite }: SiteQuestion,
): Promise<Found[]> {
  const host = hostOf(platform);
  const written = await posts.read(language, host, platform.now());
  const all = [pricingPage(platform, language), ...written];
  const least = isAboutSite ? leastShare.aboutSite : leastShare.other;
  const question = inWordsOfSite(query, language);
  const fitting = rarePages(question, all, { least, inPairs: language === 'vi' && !isAboutSite });
  const pages = fitting.map(({ page }) => page);
  const sources = chooseSources(question, pages, {
    maxTokens: searchLimits.passageTokens / 2,
    now: platform.now(),
    // The pages contain enough of it already.
    leastCoverage: 0,
  });
  const best = new Map(fitting.map(({ page, score }) => [page.url, { page, score }]));
  // The passages of the best page by its words are not always the best passages: both count.
  return sources
    .flatMap((source, index) => {
      const fit = best.get(source.url);
      const passages = passagesShare * (1 - index / sources.length);
      return fit ? [{ source, page: fit.page, score: fit.score + passages }] : [];
    })
    .toSorted((one, other) => other.score - one.score);
}

function pricingPage(platform: SearchPlatform, language: Language): ReadPage {
  const { catalogue, config, now } = platform;
  const { title, text } = pricingText(language, {
    models: catalogue.models.filter(({ hidden }) => !hidden),
    isSold: connectedMethods(config).length > 0,
    now: now(),
  });
  return {
    kind: 'help',
    url: pricingPath(language),
    host: hostOf(platform),
    title,
    date: dayOf(now()),
    fetched: now().toISOString(),
    text_hash: textHash(text),
    text,
  };
}

async function findGpts(
  platform: SearchPlatform,
  asked: AskedSite,
  { asksForHelp, isTopic }: SiteQuestion,
): Promise<Found[]> {
  const { query, reader } = asked;
  const { ids, fullTotal } = await searchGpts(platform, asked);
  if (ids.length === 0) return [];
  const rows = await platform.database.query
    .select()
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), isShownGpt));
  // A few words that ask for nothing must be the subject of a GPT, all of them.
  const mayBeNeed = asksForHelp || (isTopic && fullTotal > 0);
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    return row && (mayBeNeed || isNamedIn(query, row.name)) ? [toFound(platform, row, reader)] : [];
  });
}

/** Searches by a question with the words of those that it continues, and by its own: “And for French?” means French. */
async function searchGpts(
  { search }: SearchPlatform,
  { query, question, before, language }: AskedSite,
): Promise<{ ids: readonly string[]; fullTotal: number }> {
  const find = (text: string) =>
    search.find({ query: text, locale: language, filters: {}, offset: 0, size: mostGpts });
  const whole = await find(query);
  if (before === undefined || contentWords(question).length === 0) return whole;
  const { ids, fullTotal } = await find(question);
  const mixed = new Set([...ids.slice(0, mostGpts / 2), ...whole.ids]);
  return { ids: [...mixed].slice(0, mostGpts), fullTotal: Math.max(fullTotal, whole.fullTotal) };
}

/** Whether a question contains the name of a GPT: “What does the Regex Workbench do?”. One common word is no name. */
function isNamedIn(question: string, name: string): boolean {
  const [asked, folded] = [foldText(question), foldText(name)];
  const isLong = /\S\s+\S/.test(name.trim()) || [...name].length >= shortestUnspacedName;
  return isLong && asked.includes(folded);
}

function toFound(platform: SearchPlatform, row: typeof gpt.$inferSelect, reader: Language): Found {
  const about = (row.description ?? row.welcomeMessage ?? row.name).trim();
  const starters = row.promptStarters.map((part) => part.trim()).filter((part) => part !== '');
  const text = [about, ...starters].join('\n\n');
  const date = dayOf(row.updated);
  const page = {
    kind: 'gpt' as const,
    url: gptPath(reader, row.id),
    host: hostOf(platform),
    title: row.name,
    date,
    fetched: platform.now().toISOString(),
    text_hash: textHash(text),
  };
  // Cards show the passage, so examples are not part of it.
  const quotes = splitPassages(about).slice(0, 1);
  const age = ageOf(date, dayOf(platform.now()));
  return { page: { ...page, text }, source: { ...page, number: 0, age, gpt_id: row.id, quotes } };
}

function hostOf({ config }: SearchPlatform): string {
  return new URL(config.publicUrl).host;
}
