import type { Language } from '#domain/languages/languages.ts';
import type { Model } from '#domain/models/models.ts';
import type { ModelRequest, ModelRoute } from '#server/gateways/models/models.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import type { ModelOutcome, ReadOptions } from '#server/services/answers/produce/readModel.ts';

export type SearchQuestion = {
  text: string;
  earlier: readonly string[];
  userId: string;
  /** The language of the user’s page, if it is known. */
  language: Language | undefined;
};

/** A question to AI search, with the model that writes the answer from the results. */
export type SearchJob = { model: Model; route: ModelRoute; question: SearchQuestion };

/** AI search, which `chat` runs in place of a model. */
export type AiSearch = {
  /** Runs a search and appends its text to a live answer. Never throws. */
  answer(
    job: SearchJob,
    live: LiveAnswer,
    options: ReadOptions,
  ): Promise<{ outcome: ModelOutcome; request: ModelRequest | undefined }>;
};
