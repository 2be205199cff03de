import type { SearchSource } from '#contract/search/aiSearch.ts';
import { searchLimits } from '#domain/search/aiSearch.ts';
import type { SearchPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import type { ModelRequest } from '#server/gateways/models/models.ts';
import {
  type ModelOutcome,
  type ReadOptions,
  StopRequest,
  endingOfError,
  failed,
  readModel,
} from '#server/services/answers/produce/readModel.ts';
import type { AiSearch, SearchJob } from '#server/services/answers/produce/aiSearch.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import { CheckedAnswer } from '#server/services/search/checkedAnswer.ts';
import { makeQueries } from '#server/services/search/makeQueries.ts';
import { type ReadPage, chooseSources } from '#server/services/search/passages/chooseSources.ts';
import { searchPrompt } from '#server/services/search/searchPrompt.ts';
import { addSpending } from '#server/services/costs/addSpending.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';
import type { SitePosts } from '#server/services/search/sitePosts.ts';
import { SiteSearcher } from '#server/services/search/site/siteSearcher.ts';
import { storeFollowUps, storeSearch } from '#server/services/search/storeSearch.ts';
import { untilAborted } from '#server/untilAborted.ts';
import { type SearchedQueries, findPages, openPages } from '#server/services/search/webPages.ts';

/** Where to search: on the web, and in the posts of this site. */
type Searched = { engines: readonly SearchEngine[]; posts: SitePosts };

const searchMilliseconds = 40_000;

type Found = {
  queries: readonly string[];
  sources: SearchSource[];
  pages: readonly ReadPage[];
};

/**
 * Answers questions from pages of the web: searches, opens pages, chooses passages, lets a model write, checks every
 * sentence. Without a search engine it answers from this site (`SiteSearcher`).
 */
export class Searcher implements AiSearch {
  readonly #platform: SearchPlatform;
  readonly #engines: readonly SearchEngine[];
  readonly #site: SiteSearcher;

  constructor(platform: SearchPlatform, { engines, posts }: Searched) {
    this.#platform = platform;
    this.#engines = engines;
    this.#site = new SiteSearcher(platform, posts);
  }

  /**
   * Runs a search and appends its text to a live answer. Returns the outcome, the request to the model, and the cost of
   * search engines. Never throws.
   */
  async answer(
    job: SearchJob,
    live: LiveAnswer,
    options: ReadOptions,
  ): Promise<{ outcome: ModelOutcome; request: ModelRequest | undefined }> {
    const spent = { micros: 0 };
    const noModelAsked = { upstream: job.route.upstream, isAsked: false };
    try {
      const signal = AbortSignal.any([live.signal, AbortSignal.timeout(searchMilliseconds)]);
      if (this.#engines.length === 0) {
        const { followUps, ...answered } = await this.#site.answer(job, live, {
          ...options,
          signal,
        });
        await this.#suggest(live, followUps);
        return answered;
      }
      // Ends by its deadline and by a stop, even while the search waits.
      const found = await untilAborted(this.#find(job, live, { signal, spent }), signal);
      if (found.sources.length === 0) {
        return {
          outcome: { ...failed('no_source'), ...noModelAsked, extraCost: spent.micros },
          request: undefined,
        };
      }
      return await this.#write(job, found, live, { options, spent });
    } catch (error) {
      const ending = this.#endingOf(error, live);
      return {
        outcome: { ...ending, ...noModelAsked, extraCost: spent.micros },
        request: undefined,
      };
    }
  }

  #endingOf(error: unknown, live: LiveAnswer) {
    if (live.signal.aborted || error instanceof StopRequest) {
      return endingOfError(live.signal.reason ?? error, live.isBlank);
    }
    const { log } = this.#platform;
    log.warn({ answer: live.id, error: redactedError(error) }, 'a search failed');
    return failed('search_failed');
  }

  async #find(
    job: SearchJob,
    live: LiveAnswer,
    { signal, spent }: { signal: AbortSignal; spent: { micros: number } },
  ): Promise<Found> {
    const question = questionOf(job);
    const queries = makeQueries(question, job.question.earlier);
    live.add({ type: 'step', step: 'searching', scope: 'web', queries, hosts: [] });
    const about = queries[0] ?? question;
    const pages = await this.#openWeb(queries, live, { signal, spent });
    signal.throwIfAborted();
    const { now, database } = this.#platform;
    const sources = chooseSources(about, pages, {
      maxTokens: searchLimits.passageTokens,
      now: now(),
    });
    const found = { queries, sources, pages } as const;
    await storeSearch(database, live.id, { ...found, scope: 'web' });
    signal.throwIfAborted();
    live.add({ type: 'sources', scope: 'web', sources });
    return found;
  }

  async #openWeb(
    queries: readonly string[],
    live: LiveAnswer,
    { signal, spent }: { signal: AbortSignal; spent: { micros: number } },
  ): Promise<ReadPage[]> {
    const { database, now } = this.#platform;
    const spend: SearchedQueries['spend'] = async ({ name, price }) => {
      spent.micros += price;
      await addSpending(database.query, name, price, now());
    };
    const found = await findPages(
      this.#platform,
      { engines: this.#engines, queries, spend },
      signal,
    );
    signal.throwIfAborted();
    const hosts = [...new Set(found.map(({ url }) => new URL(url).host))];
    live.add({ type: 'step', step: 'reading', scope: 'web', queries: [...queries], hosts });
    return openPages(this.#platform, found.slice(0, searchLimits.pages), signal);
  }

  async #write(
    job: SearchJob,
    { queries, sources }: Found,
    live: LiveAnswer,
    { options, spent }: { options: ReadOptions; spent: { micros: number } },
  ): Promise<{ outcome: ModelOutcome; request: ModelRequest }> {
    const hosts = [...new Set(sources.map(({ host }) => host))];
    live.add({ type: 'step', step: 'writing', scope: 'web', queries: [...queries], hosts });
    const { earlier } = job.question;
    const request = searchPrompt({
      model: job.model,
      question: job.question.text,
      earlier,
      sources,
    });
    const sink = new CheckedAnswer(live, sources, job.question.text);
    const read = await readModel(job.route, request, sink, options);
    const outcome = { ...unsupportedAsNoSource(read), extraCost: spent.micros };
    if (outcome.state === 'finished') await this.#suggest(live, sink.followUps);
    return { outcome, request };
  }

  /** Stores suggested questions. A failure is only logged: the answer is complete without them. */
  async #suggest(live: LiveAnswer, questions: string[]): Promise<void> {
    if (questions.length === 0) return;
    const { database, log } = this.#platform;
    try {
      await storeFollowUps(database, live.id, questions);
      live.add({ type: 'follow_ups', questions });
    } catch (error) {
      log.warn({ answer: live.id, error: redactedError(error) }, 'suggestions were not stored');
    }
  }
}

/** A model without any supported sentence found no answer in the passages. */
function unsupportedAsNoSource(outcome: ModelOutcome): ModelOutcome {
  return outcome.reason === 'empty' ? { ...outcome, reason: 'no_source' } : outcome;
}

/** Returns the question without a command to the sandbox. */
function questionOf(job: SearchJob): string {
  const { text } = job.question;
  return job.route.sandbox ? text.replace(/^\s*sandbox:[^\n]*\n/i, '') : text;
}
