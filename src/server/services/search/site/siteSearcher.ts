import { translator } from '#i18n/translate.ts';
import type { SearchPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import type { ModelRequest } from '#server/gateways/models/models.ts';
import type { SearchJob } from '#server/services/answers/produce/aiSearch.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import {
  type ModelOutcome,
  type ReadOptions,
  failed,
  readModel,
  type AnswerSink,
} from '#server/services/answers/produce/readModel.ts';
import { isUnbilled } from '#server/services/answers/produce/answerCost.ts';
import { giveSiteAnswerBack, takeSiteAnswer } from '#server/services/limits/siteAnswers.ts';
import { CheckedAnswer } from '#server/services/search/checkedAnswer.ts';
import { languageOfQuestion } from '#server/services/search/languageOfQuestion.ts';
import { makeQueries } from '#server/services/search/makeQueries.ts';
import { searchPrompt } from '#server/services/search/searchPrompt.ts';
import { listRoute } from '#server/services/models/findSiteSearch.ts';
import { type SiteSources, findSiteSources } from '#server/services/search/site/findSiteSources.ts';
import type { SitePosts } from '#server/services/search/sitePosts.ts';
import { storeSearch } from '#server/services/search/storeSearch.ts';
import { untilAborted } from '#server/untilAborted.ts';

type Answered = { outcome: ModelOutcome; request: ModelRequest | undefined; followUps: string[] };

/** Why a list was shown without a model. Their texts are `chat.search.list.{reason}`. */
type ListReason = 'limit' | 'model' | 'found';

/**
 * Answers questions from this site: from GPTs that the directory's own search finds, and from its pricing and help pages.
 * It is free. A model writes the first answers of an account and day; the others, and those for which a model fails, are
 * the list of what was found.
 */
export class SiteSearcher {
  readonly #platform: SearchPlatform;
  readonly #posts: SitePosts;

  constructor(platform: SearchPlatform, posts: SitePosts) {
    this.#platform = platform;
    this.#posts = posts;
  }

  /** Runs a search, and appends its text to a live answer. Throws what the search throws; a failure of the model is no error. */
  async answer(
    job: SearchJob,
    live: LiveAnswer,
    { signal, ...options }: ReadOptions & { signal: AbortSignal },
  ): Promise<Answered> {
    const found = await untilAborted(this.#find(job, live), signal);
    if (found.sources.length === 0) return withoutModel(failed('no_source'));
    const { userId } = job.question;
    if (job.route === listRoute) return this.#list(job, live, 'model');
    const taken = this.#platform.now();
    if (!(await takeSiteAnswer(this.#platform, userId))) return this.#list(job, live, 'limit');
    signal.throwIfAborted();
    const written = await this.#write(job, found, live, options);
    if (!written.outcome.isAsked) {
      await giveSiteAnswerBack(this.#platform, userId, taken);
    }
    return written;
  }

  async #find(job: SearchJob, live: LiveAnswer): Promise<SiteSources> {
    const { text, earlier } = job.question;
    const question = job.route.sandbox ? text.replace(/^\s*sandbox:[^\n]*\n/i, '') : text;
    const queries = makeQueries(question, earlier);
    live.add({ type: 'step', step: 'searching', scope: 'own', queries, hosts: [] });
    const reader = job.question.language ?? languageOfQuestion(question);
    const query = queries[0] ?? question;
    const isContinued = query !== question.replace(/\s+/g, ' ').trim();
    const { sources, pages, hasGpts } = await findSiteSources(this.#platform, this.#posts, {
      query,
      question,
      before: isContinued ? earlier.at(-1) : undefined,
      language: languageOfQuestion(question, reader),
      reader,
    });
    live.signal.throwIfAborted();
    await storeSearch(this.#platform.database, live.id, {
      scope: 'own',
      queries,
      sources,
      pages,
    });
    live.add({ type: 'sources', scope: 'own', sources });
    return { sources, pages, hasGpts };
  }

  async #write(
    job: SearchJob,
    { sources, hasGpts }: SiteSources,
    live: LiveAnswer,
    options: ReadOptions,
  ): Promise<Answered> {
    const { text: question, earlier } = job.question;
    live.add({ type: 'step', step: 'writing', scope: 'own', queries: [], hosts: [] });
    const request = searchPrompt({ model: job.model, question, earlier, sources });
    // A model that is too slow ends, and not the answer: the list follows.
    const sink = new CheckedAnswer(new SinkWithOwnAbort(live), sources, question);
    const read = await readModel(job.route, request, sink, options);
    const outcome = { ...read, charged: false, isAsked: read.isAsked && !isUnbilled(read.reason) };
    if (read.state !== 'failed' || live.signal.aborted) {
      return { outcome, request, followUps: read.state === 'finished' ? sink.followUps : [] };
    }
    const isEmpty = read.reason === 'empty';
    if (isEmpty && !hasGpts) {
      return { outcome: { ...outcome, reason: 'no_source' }, request, followUps: [] };
    }
    const { log } = this.#platform;
    if (!isEmpty) {
      log.warn(
        { answer: live.id, reason: read.reason, error: redactedError(read.error) },
        'a model failed, and the list of what was found is the answer',
      );
    }
    const list = this.#list(job, live, isEmpty ? 'found' : 'model');
    return { ...list, outcome: { ...outcome, ...finishedList }, request };
  }

  #list({ question }: SearchJob, live: LiveAnswer, reason: ListReason): Answered {
    const language = question.language ?? languageOfQuestion(question.text);
    const t = translator(language, 'chat');
    const texts = {
      limit: () => t('search.list.limit'),
      model: () => t('search.list.model'),
      found: () => t('search.list.found'),
    } as const;
    live.discard();
    live.append(texts[reason]());
    return withoutModel(finishedList);
  }
}

const finishedList = { state: 'finished', reason: null, charged: false, truncated: false } as const;

function withoutModel(ending: Omit<ModelOutcome, 'upstream' | 'isAsked'>): Answered {
  const outcome = { ...ending, upstream: listRoute.upstream, isAsked: false };
  return { outcome, request: undefined, followUps: [] };
}

/** Passes text on to another sink. Aborting it ends the model that writes, and not the answer. */
class SinkWithOwnAbort implements AnswerSink {
  readonly #target: AnswerSink;
  readonly #abort = new AbortController();
  readonly signal: AbortSignal;

  constructor(target: AnswerSink) {
    this.#target = target;
    this.signal = AbortSignal.any([target.signal, this.#abort.signal]);
  }

  get isBlank(): boolean {
    return this.#target.isBlank;
  }

  get firstText(): Date | undefined {
    return this.#target.firstText;
  }

  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  append(text: string): void {
    this.#target.append(text);
  }

  discard(): void {
    this.#target.discard();
  }

  flushText(): void {
    this.#target.flushText();
  }
}
