import { endpoint } from '#contract/endpoint.ts';
import { gptId } from '#contract/gpts.ts';
import { storable } from '#contract/text.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import { modelGroups } from '#domain/models.ts';
import * as z from 'zod/mini';

/** In small letters, as the database writes it: servers compare ids as texts. */
const uuid = z.uuid().check(z.toLowerCase());

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
] as const;

export type FailureReason = (typeof failureReasons)[number];

export const chatModel = z.object({
  id: z.string(),
  title: z.string(),
  group: z.enum(modelGroups),
  kind: z.enum(['text', 'picture', 'music', 'video']),
  price: z.int(),
  max_question_characters: z.int(),
  /** Whether questions to it are answered now. */
  available: z.boolean(),
  /** Whether a sandbox answers in its place. */
  sandbox: z.boolean(),
});

export type ChatModel = z.output<typeof chatModel>;

export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  summary: 'The model catalogue with the price of a question in credits.',
  access: 'public',
  maxAge: 60,
  answer: z.array(chatModel),
});

const target = z.union([
  z.strictObject({ model: z.string().check(z.minLength(1), z.maxLength(100)) }),
  z.strictObject({ gpt: gptId }),
]);

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/chat/questions',
  summary:
    'Asks a question and streams its answer as server-sent events. The caller chooses `request_id`; sent again, it joins the same answer and costs nothing more.',
  stream: 'text/event-stream',
  body: z.strictObject({
    request_id: uuid,
    /** The conversation to go on with; left out, a new one is made. */
    conversation_id: z.optional(uuid),
    target,
    text: z.string().check(storable, z.trim(), z.minLength(1), z.maxLength(questionMaxCharacters)),
  }),
});

export const followAnswer = endpoint({
  method: 'GET',
  path: '/api/chat/answers/:id/events',
  summary:
    'The events of an answer: those after `Last-Event-ID` at once, then live until the last one.',
  stream: 'text/event-stream',
  params: z.strictObject({ id: uuid }),
});

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/api/chat/answers/:id/stop',
  summary: 'Stops an answer. Stopping one that has ended changes nothing.',
  params: z.strictObject({ id: uuid }),
  answer: z.object({ id: uuid }),
});

/**
 * One event of an answer; its number is the event's id. A reader that missed events gets them again; `text` replaces
 * everything shown so far, `delta` is added to it, `end` is the last one.
 */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('accepted'),
    answer_id: uuid,
    conversation_id: uuid,
    question_id: uuid,
    title: z.string(),
    /** Credits held for this answer. */
    price: z.int(),
    /** Turns of the conversation that did not fit and were left out. */
    dropped_turns: z.int(),
  }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('end'),
    state: z.enum(['finished', 'stopped', 'failed', 'interrupted']),
    reason: z.nullable(z.enum(failureReasons)),
    /** Credits that the answer cost. */
    charged: z.int(),
    /** Whether the model stopped because its longest answer was reached. */
    truncated: z.boolean(),
  }),
]);

export type AnswerEvent = z.output<typeof answerEvent>;
export type AnswerEnd = Extract<AnswerEvent, { type: 'end' }>;

export const chatMessage = z.object({
  id: uuid,
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  created: z.iso.datetime(),
  /** Of an answer: how it stands, what it cost and why it ended early. `null` for a question. */
  answer: z.nullable(
    z.object({
      id: uuid,
      state: z.enum(answerStates),
      reason: z.nullable(z.enum(failureReasons)),
      charged: z.int(),
      model: z.string(),
      truncated: z.boolean(),
    }),
  ),
});

export type ChatMessage = z.output<typeof chatMessage>;

export const conversationCard = z.object({
  id: uuid,
  title: z.string(),
  target,
  updated: z.iso.datetime(),
});

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations',
  summary: 'The signed-in user’s conversations, most recently used first.',
  query: z.strictObject({
    /** `updated` of the last one seen, to the microsecond. PostgreSQL knows no year 0. */
    before: z.optional(z.iso.datetime().check(z.regex(/^(?!0000)/))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.object({ items: z.array(conversationCard) }),
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:id',
  summary: 'A conversation with its messages, oldest first.',
  params: z.strictObject({ id: uuid }),
  answer: z.extend(conversationCard, { messages: z.array(chatMessage) }),
});
