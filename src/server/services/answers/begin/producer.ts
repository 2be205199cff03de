import type { Language } from '#domain/languages/languages.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import type { Context } from '#server/context.ts';
import type { StoredQuestion } from '#server/services/answers/begin/lockQuestion.ts';
import type { Question } from '#server/services/answers/begin/placeQuestion.ts';
import type { Send, SenderState } from '#server/services/answers/begin/senderState.ts';
import type { Target, TargetReference } from '#server/services/answers/begin/target.ts';

/** The source of the question: a new one, or a stored one that gets another answer. */
export type QuestionSource =
  | { kind: 'new'; question: Question }
  | { kind: 'stored'; question: StoredQuestion };

export type AnswerRequest = {
  requestId: string;
  /** A digest, the same for every retry of the same request. */
  digest: string;
  /** `undefined` for a new conversation. */
  conversationId: string | undefined;
  target: TargetReference;
  /** The highest acceptable price in credits; `undefined` accepts any price. */
  maxPrice: number | undefined;
  /** Whether it may pass a limit that the user has set. */
  beyondLimit?: boolean | undefined;
  /** Options of a media model; `undefined` for the defaults. */
  options: MediaOptions | undefined;
  hasFiles: boolean;
  text: string;
  /** The language of the page on which it was asked, if it is known. AI search of this site answers with it. */
  language?: Language | undefined;
  source: QuestionSource;
};

/** A checked request, with the state of its sender. */
export type PreparedAnswer = {
  answerRequest: AnswerRequest;
  send: Send;
  sender: SenderState;
  target: Target;
  answerId: string;
};

/** Produces the answers of some models, from the check of the question to the end of the answer. */
export type Producer = {
  /**
   * Checks a question before anything is stored. Returns its target, with the options and the price of media. Throws
   * the errors of the producer.
   */
  check(
    context: Context,
    answerRequest: AnswerRequest,
    asked: { target: Target; sender: SenderState },
  ): Target;
  /**
   * Stores hold, question and empty answer in one transaction, and has the answer produced after it. Returns the
   * answer's id, or that of the answer to the same request.
   */
  begin(context: Context, prepared: PreparedAnswer): Promise<string>;
};

/** The producers of a server: texts are written by runs of this server, media are made by jobs. */
export type Producers = {
  text: Producer;
  media: Producer & {
    /** Has a stop noticed that was requested for a running answer. */
    noticeStop(context: Context, answerId: string): Promise<void>;
  };
};
