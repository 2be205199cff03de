import { searchFollowUpsEvent, searchSourcesEvent, searchStepEvent } from '#contract/aiSearch.ts';
import { attachmentId } from '#contract/attachments.ts';
import { endpoint } from '#contract/endpoint.ts';
import { gptId } from '#contract/gpts.ts';
import { mediaFile, mediaOptions } from '#contract/media.ts';
import { storable, uuid } from '#contract/text.ts';
import { attachmentsPerMessage } from '#domain/attachments.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import * as z from 'zod/mini';

/** How an answer stands. Only `running` ever changes. */
export const answerStates = ['running', 'finished', 'stopped', 'failed', 'interrupted'] as const;

export type AnswerState = (typeof answerStates)[number];

/** Why an answer did not finish; the user reads `chat.reason.{reason}`. */
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
  'stopped_before_output',
  'server_stopped',
  'provider_resting',
  /** AI search: no page that was read answers the question. */
  'no_source',
  /** AI search: nothing could be searched. */
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

/** The most that an answer may cost, in credits: what the user was shown. A higher price refuses the question. */
const maxPrice = z.optional(z.int().check(z.minimum(0)));

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/chat/questions',
  summary:
    'Asks a question and streams its answer as server-sent events. The caller chooses `request_id`; sent again, it joins the same answer and costs nothing more.',
  body: () =>
    z
      .strictObject({
        request_id: uuid,
        /** The conversation to go on with; left out, a new one is made. */
        conversation_id: z.optional(uuid),
        /**
         * The answer's message that the question follows: an earlier one, or `null` for the beginning, opens a branch.
         * Left out, the question follows the end of the branch that is shown.
         */
        parent_id: z.optional(z.nullable(uuid)),
        target,
        /** Whether a conversation that is with something else goes on with `target`; else the question is refused. */
        switch_target: z.optional(z.boolean()),
        /** May be empty where files are sent: a picture can be a question. */
        text: z.string().check(storable, z.trim(), z.maxLength(questionMaxCharacters)),
        /** Uploaded before and not sent yet, or sent in this conversation. */
        attachment_ids: z.optional(z.array(attachmentId).check(z.maxLength(attachmentsPerMessage))),
        /** How a media model is to make it; left out, as the price of the catalogue buys it. Text models take none. */
        options: z.optional(mediaOptions),
        max_price: maxPrice,
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
      target,
      /** As with asking. */
      options: z.optional(mediaOptions),
      max_price: maxPrice,
    }),
});

export const followAnswer = endpoint({
  method: 'GET',
  path: '/api/chat/answers/:id/events',
  summary:
    'The events of an answer: those after `Last-Event-ID` at once, then live until the last one.',
  params: () => z.strictObject({ id: uuid }),
});

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/api/chat/answers/:id/stop',
  summary: 'Stops an answer. Stopping one that has ended changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  answer: () => z.object({ id: uuid }),
});

/**
 * One event of an answer; its number is the event's id. A reader that missed events gets them again; `text` replaces
 * everything shown so far, `delta` is added to it, `end` is the last one. `step`, `sources` and `follow_ups` are those of
 * AI search. `progress` says how a picture, a piece of music or a video stands; a newer one replaces it. `queue` has no
 * number: it is true only while it is sent.
 */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('accepted'),
    answer_id: uuid,
    conversation_id: uuid,
    question_id: uuid,
    /** The message that holds the answer. */
    message_id: uuid,
    title: z.string(),
    /** Credits held for this answer. */
    price: z.int(),
    /** Turns of the conversation that did not fit and were left out. */
    dropped_turns: z.int(),
  }),
  z.object({
    type: z.literal('queue'),
    /** Answers that begin before this one; 0 when it is the next. */
    ahead: z.int(),
  }),
  z.object({
    type: z.literal('progress'),
    /** `queued` waits for its turn, `submitted` was accepted by its provider, `running` is being made. */
    state: z.enum(['queued', 'submitted', 'running']),
    /** Jobs that begin before this one while it is queued; else 0. */
    ahead: z.int(),
    /** How much of it is made, from 0 to 100; `null` where its provider does not say. */
    percent: z.nullable(z.int()),
    /** When it was asked for, and when its provider was asked; the latter is `null` while it is queued. */
    asked: z.iso.datetime(),
    started: z.nullable(z.iso.datetime()),
    /** Seconds from `started` that it takes as a rule: the median of those made lately by this model. */
    expected_seconds: z.int(),
    /** From then on it is ended and costs nothing. */
    deadline: z.iso.datetime(),
  }),
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
    /** Whether the model stopped because its longest answer was reached. */
    truncated: z.boolean(),
    /** The files of a media model; left out of answers in words. */
    media: z.optional(z.array(mediaFile)),
  }),
]);

export type AnswerEvent = z.output<typeof answerEvent>;
export type AnswerEnd = Extract<AnswerEvent, { type: 'end' }>;
/** A stored answer. */
export type StoredEvent = Exclude<AnswerEvent, { type: 'queue' }>;
