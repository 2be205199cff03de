import {
  searchFollowUpsEvent,
  searchSourcesEvent,
  searchStepEvent,
} from '#contract/search/aiSearch.ts';
import { attachmentId } from '#contract/chat/attachments.ts';
import { endpoint } from '#contract/endpoint.ts';
import { gptId } from '#contract/gpts/gpts.ts';
import { mediaFile, mediaOptions } from '#contract/media/media.ts';
import { storable, uuid } from '#contract/text.ts';
import { attachmentsPerMessage } from '#domain/chat/attachments.ts';
import { questionMaxCharacters } from '#domain/chat/chat.ts';
import { votes } from '#domain/chat/votes.ts';
import { languages } from '#domain/languages/languages.ts';
import * as z from 'zod/mini';

/** The states of an answer. All but `running` are final. Rows store them: none is ever removed. */
export const answerStates = ['running', 'finished', 'stopped', 'failed', 'interrupted'] as const;

export type AnswerState = (typeof answerStates)[number];

/**
 * Reasons why an answer did not finish. Their texts are `chat.reason.{reason}`. A reason that a provider causes also
 * belongs in the lists of `chat/readModel.ts`, `costs/answerCost.ts` and `models/outcomes.ts`. Rows store them: none is
 * ever removed.
 */
export const failureReasons = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
  'filtered',
  'empty',
  'first_token_timeout',
  'idle_timeout',
  /** It took longer than any answer may. */
  'answer_timeout',
  'stopped_before_output',
  'server_stopped',
  'provider_resting',
  /** AI search: no fetched page has the answer. */
  'no_source',
  /** AI search: the search itself failed. */
  'search_failed',
  'cancelled',
  'deadline_passed',
  'late',
  'unusable_result',
  'outcome_unknown',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** The target of a question. */
export const target = z.union([
  z.strictObject({ model: z.string().check(z.minLength(1), z.maxLength(100)) }),
  z.strictObject({ gpt: gptId }),
]);

/**
 * The price that the user saw, in credits, for the whole question. The server refuses the question with `price_changed` if
 * it costs more: because its model does, or because it is longer than one price buys (`step_tokens`).
 */
const maxPrice = z.optional(z.int().check(z.minimum(0)));

/** Whether the question may pass a limit that the user has set (`own_limit`). */
const beyondLimit = z.optional(z.boolean());

/**
 * The newest message of the conversation that the user saw, of any branch. The server refuses the question with
 * `newer_messages`, which lists the messages after it, if there are any. If omitted, nothing is refused.
 */
const headId = z.optional(uuid);

/**
 * The language of the user’s page. Questions to this site (AI search without the web) are answered with GPTs and pages in
 * it, unless the question is clearly in another one.
 */
const language = z.optional(z.enum(languages));

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/chat/questions',
  summary:
    'Asks a question and streams its answer as server-sent events. The caller chooses `request_id`; sent again, it joins the same answer and costs nothing more.',
  body: () =>
    z
      .strictObject({
        request_id: uuid,
        /** The conversation to continue. If omitted, a new one is created. */
        conversation_id: z.optional(uuid),
        /**
         * Whether a new conversation is temporary: it is in no list, and deleting it is final. A day after its last
         * question it is deleted.
         */
        temporary: z.optional(z.boolean()),
        /**
         * The message of the answer that the question follows. An earlier message, or `null` for the beginning, starts a
         * branch. If omitted, the question follows the end of the current branch.
         */
        parent_id: z.optional(z.nullable(uuid)),
        head_id: headId,
        target,
        /** Whether a conversation with another target may continue with `target`. Otherwise the question is refused. */
        switch_target: z.optional(z.boolean()),
        /** May be empty if the question has files. */
        text: z.string().check(storable, z.trim(), z.maxLength(questionMaxCharacters)),
        /** Uploads that were not sent yet, or that were sent in this conversation. */
        attachment_ids: z.optional(z.array(attachmentId).check(z.maxLength(attachmentsPerMessage))),
        /** Options of a media model; the default ones if omitted. Text models have none. */
        options: z.optional(mediaOptions),
        max_price: maxPrice,
        beyond_limit: beyondLimit,
        language,
      })
      .check(
        z.refine(({ text, attachment_ids: files }) => text !== '' || (files?.length ?? 0) > 0, {
          path: ['text'],
          error: 'must say something where no files are sent',
        }),
      ),
});

export const regenerateAnswer = endpoint({
  method: 'POST',
  path: '/api/chat/questions/:id/answers',
  summary:
    'Asks a question of a conversation once more, also another model, and streams the new answer, which stands beside those before it. Idempotent by `request_id` like asking.',
  params: () => z.strictObject({ id: uuid }),
  body: () =>
    z.strictObject({
      request_id: uuid,
      head_id: headId,
      target,
      /** As for a new question. */
      options: z.optional(mediaOptions),
      max_price: maxPrice,
      beyond_limit: beyondLimit,
      language,
    }),
});

export const followAnswer = endpoint({
  method: 'GET',
  path: '/api/chat/answers/:id/events',
  summary:
    'The events of an answer: those after `Last-Event-ID` at once, then live until the last one.',
  params: () => z.strictObject({ id: uuid }),
});

export const getThoughts = endpoint({
  method: 'GET',
  path: '/api/chat/answers/:id/thoughts',
  summary:
    'The thoughts of the model that wrote an answer, where its provider sent them; else an empty text. They are no part of the answer.',
  params: () => z.strictObject({ id: uuid }),
  response: () => z.object({ text: z.string() }),
});

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/api/chat/answers/:id/stop',
  summary: 'Stops an answer. Stopping one that has ended changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  response: () => z.object({ id: uuid }),
});

const vote = z.nullable(z.enum(votes));

export const voteAnswer = endpoint({
  method: 'PUT',
  path: '/api/chat/answers/:id/vote',
  summary: 'Thumbs up or down for an ended answer; `null` withdraws the vote.',
  params: () => z.strictObject({ id: uuid }),
  body: () => z.strictObject({ vote }),
  response: () => z.object({ vote }),
});

/**
 * One event of an answer. Its number is the id of the server-sent event. A reader that reconnects gets the missed events.
 * `text` replaces all text so far, `delta` is appended to it, `end` is the last event. `step`, `sources` and `follow_ups`
 * belong to AI search. `progress` is the state of a picture, a piece of music or a video; a newer one replaces it. `queue`
 * has no number, because it is not stored.
 */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('accepted'),
    answer_id: uuid,
    conversation_id: uuid,
    question_id: uuid,
    /** The message of the answer. */
    message_id: uuid,
    title: z.string(),
    /** Credits held for this answer: the price, once for each step of the question. */
    price: z.int(),
    /** Number of turns of the conversation that did not fit and were omitted. */
    dropped_turns: z.int(),
  }),
  z.object({
    type: z.literal('queue'),
    /** Number of answers before this one in the queue; 0 if it is the next. */
    ahead: z.int(),
  }),
  z.object({
    type: z.literal('progress'),
    /**
     * `queued`: it waits in our queue. `submitted`: the provider has accepted it. `running`: the provider works on it.
     */
    state: z.enum(['queued', 'submitted', 'running']),
    /** Number of jobs before this one while it is queued; else 0. */
    ahead: z.int(),
    /** Progress from 0 to 100; `null` if the provider does not report it. */
    percent: z.nullable(z.int()),
    /**
     * The time of the question, and the time of the request to the provider; the latter is `null` while it is queued.
     */
    asked: z.iso.datetime(),
    started: z.nullable(z.iso.datetime()),
    /** Usual duration in seconds from `started`: the median of recent jobs of this model. */
    expected_seconds: z.int(),
    /** The time at which the job expires. An expired job costs nothing. */
    deadline: z.iso.datetime(),
  }),
  /** Thoughts of a reasoning model, where its provider sends them. They are not part of the answer. */
  z.object({ type: z.literal('thought'), text: z.string() }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  searchStepEvent,
  searchSourcesEvent,
  searchFollowUpsEvent,
  z.object({
    type: z.literal('end'),
    state: z.enum(['finished', 'stopped', 'failed', 'interrupted']),
    reason: z.nullable(z.enum(failureReasons)),
    /** Credits that the answer cost. */
    charged: z.int(),
    /** Whether the model stopped at its limit of output tokens. */
    truncated: z.boolean(),
    /** The files of a media model; omitted for answers in text. */
    media: z.optional(z.array(mediaFile)),
  }),
]);

export type AnswerEvent = z.output<typeof answerEvent>;
export type AnswerEnd = Extract<AnswerEvent, { type: 'end' }>;
/** An event that is stored with its answer. */
export type StoredEvent = Exclude<AnswerEvent, { type: 'queue' }>;
