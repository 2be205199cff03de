import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { getConversation } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import type { ChatModel } from '#contract/models/models.ts';

type Whole = ResponseOf<typeof getConversation>;

type Question = {
  text: string;
  target: { model: string };
  options?: MediaOptions;
  max_price?: number;
};

/** Answers of media models that no provider gives on demand, in the server's place. */
type ScriptedMedia = {
  /** The questions that were sent. */
  questions: Question[];
  /** How many times an answer was stopped. */
  stops: number;
  /** Files that were deleted. */
  deleted: string[];
};

/** A picture of one pixel: its place is kept by its width and height, for any content. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const files: Readonly<Record<MediaFile['kind'], MediaFile>> = {
  picture: file('picture', 'image/png', { width: 640, height: 480 }),
  music: file('music', 'audio/mpeg', { seconds: 125, title: 'Rain song' }),
  video: file('video', 'video/mp4', { width: 1280, height: 720, seconds: 5 }),
};

/** Nothing was made, and nothing is charged. */
export const mediaFailure: AnswerEvent = {
  type: 'end',
  state: 'failed',
  reason: 'upstream_error',
  charged: 0,
  truncated: false,
};

/** It was made. */
export function mediaEnd(media: MediaFile[], charged: number): AnswerEvent {
  return { type: 'end', state: 'finished', reason: null, charged, truncated: false, media };
}

export function progress(state: 'queued' | 'running', ahead = 0): AnswerEvent {
  const now = Date.now();
  const started = state === 'queued' ? null : new Date(now - 20_000).toISOString();
  return {
    type: 'progress',
    state,
    ahead,
    percent: null,
    asked: new Date(now - 30_000).toISOString(),
    started,
    expected_seconds: 180,
    deadline: new Date(now + 600_000).toISOString(),
  };
}

/**
 * Makes the media models available. A question is answered with `first`; a browser that follows the answer gets
 * everything with `rest`, once `isReady` has come.
 */
export async function scriptMedia(
  page: Page,
  first: readonly AnswerEvent[],
  rest: readonly AnswerEvent[] = [],
  isReady: Promise<void> = Promise.resolve(),
): Promise<ScriptedMedia> {
  const script: ScriptedMedia = { questions: [], stops: 0, deleted: [] };
  const [answerId, conversationId] = [randomUUID(), randomUUID()];
  const [questionId, messageId] = [randomUUID(), randomUUID()];
  const accepted = (): AnswerEvent => ({
    type: 'accepted',
    answer_id: answerId,
    conversation_id: conversationId,
    question_id: questionId,
    message_id: messageId,
    title: 'A red kite',
    price: 4,
    dropped_turns: 0,
  });
  const contentType = 'text/event-stream';
  await page.route(/\/api\/models(\?|$)/, makeAvailable);
  await page.route('**/api/chat/questions', (route) => {
    script.questions.push(route.request().postDataJSON() as Question);
    return route.fulfill({ contentType, body: streamOf([accepted(), ...first]) });
  });
  await page.route('**/api/chat/answers/*/events', async (route) => {
    await isReady;
    await route.fulfill({ contentType, body: streamOf([accepted(), ...first, ...rest]) });
  });
  await page.route('**/api/chat/answers/*/stop', (route) => {
    script.stops += 1;
    return route.fulfill({ json: { id: answerId } });
  });
  await page.route(`**/api/chat/conversations/${conversationId}?**`, (route) =>
    route.fulfill({
      json: storedConversation({ answerId, conversationId, questionId, messageId }, script),
    }),
  );
  await page.route('**/api/media/files**', (route) => sendMedia(route, script, conversationId));
  return script;
}

type Ids = { answerId: string; conversationId: string; questionId: string; messageId: string };

/** The conversation while its answer is being made. */
function storedConversation(ids: Ids, { questions }: ScriptedMedia): Whole {
  const created = new Date().toISOString();
  const [question] = questions;
  const message = { created, attachments: [], media: [] };
  const model = question?.target.model ?? '';
  return {
    id: ids.conversationId,
    title: 'A red kite',
    target: { model },
    pinned: false,
    created,
    updated: created,
    leaf_id: null,
    has_older: false,
    messages: [
      {
        ...message,
        id: ids.questionId,
        role: 'user',
        parent_id: null,
        text: question?.text ?? '',
        answer: null,
      },
      {
        ...message,
        id: ids.messageId,
        role: 'assistant',
        parent_id: ids.questionId,
        text: '',
        answer: {
          id: ids.answerId,
          state: 'running',
          reason: null,
          charged: 0,
          model,
          truncated: false,
          dropped_turns: 0,
          search: null,
          options: question?.options ?? null,
          made_by: null,
        },
      },
    ],
  };
}

/** No media model can be asked: closed on a day, or not connected yet. The list comes once `isReady` has come. */
export async function closeMediaModels(
  page: Page,
  closed: string | null,
  isReady: Promise<void> = Promise.resolve(),
): Promise<void> {
  await page.route(/\/api\/models(\?|$)/, async (route) => {
    const response = await route.fetch();
    const listed = (await response.json()) as ChatModel[];
    const json = listed.map((model) =>
      model.kind === 'text' ? model : { ...model, available: false, closed },
    );
    await isReady;
    await route.fulfill({ response, json });
  });
}

async function makeAvailable(route: Route): Promise<void> {
  const models = (await (await route.fetch()).json()) as ChatModel[];
  await route.fulfill({ json: models.map((model) => ({ ...model, available: true })) });
}

/** The gallery and its files. */
async function sendMedia(route: Route, script: ScriptedMedia, conversation: string): Promise<void> {
  const url = new URL(route.request().url());
  const id = url.pathname.split('/')[4];
  if (id === undefined) {
    const kind = url.searchParams.get('kind');
    const items = Object.values(files)
      .filter((one) => (kind === null || one.kind === kind) && !script.deleted.includes(one.id))
      .map((one) => ({
        ...one,
        conversation_id: conversation,
        message_id: randomUUID(),
        prompt: `A ${one.kind}`,
        model: 'dall-e-3',
        created: new Date().toISOString(),
      }));
    const used = { files: items.length, bytes: 3_000 };
    const json = { items, has_more: false, used, limit: { files: 100, bytes: 500_000_000 } };
    return route.fulfill({ json });
  }
  if (route.request().method() === 'DELETE') {
    script.deleted.push(id);
    return route.fulfill({ json: { id } });
  }
  return route.fulfill({ contentType: 'image/png', body: pixel });
}

function streamOf(events: readonly AnswerEvent[]): string {
  return events
    .map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

function file(
  kind: MediaFile['kind'],
  type: MediaFile['type'],
  facts: Partial<MediaFile>,
): MediaFile {
  return {
    id: randomUUID(),
    kind,
    type,
    size: 1_000,
    width: null,
    height: null,
    seconds: null,
    title: '',
    deleted: false,
    ...facts,
  };
}
