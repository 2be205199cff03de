import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaOptions, defaultMediaOptions } from '#domain/media/media.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { $mediaOptions, chooseMediaOptions } from '#stores/media/mediaOptions.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { conversationId } from '../../fixtures/answer.ts';
import { branchingMessages, messageIds, storedConversation } from '../../fixtures/thread.ts';
import { type FakeApi, json, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

const painter: ChatTarget = { group: 'art', model: 'dall-e-3' };
const [, firstId, , lastId, otherBranchId] = messageIds;
const square: MediaOptions = { kind: 'picture', size: 'square', quality: 'medium' };
const wide: MediaOptions = { kind: 'picture', size: 'landscape', quality: 'high' };
const long: MediaOptions = { kind: 'video', ratio: '9:16', seconds: 10 };

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

/** Serves a conversation whose answers were made with these options, by their ids. */
function serve(options: Readonly<Record<string, MediaOptions>>, leafId: string): void {
  const messages = branchingMessages.map((message) => ({
    ...message,
    answer: message.answer && { ...message.answer, options: options[message.id] ?? null },
  }));
  const conversation = json(storedConversation(messages, leafId));
  api.answer((seen, response) =>
    (seen.path === '/api/account' ? json({}) : conversation)(seen, response),
  );
}

describe('the options of the next picture or video', () => {
  it('are the last chosen ones of the conversation, and the defaults in a new one', async () => {
    serve({ [firstId]: square, [lastId]: wide, [otherBranchId]: long }, lastId);
    await openThread(painter, conversationId);
    expect($mediaOptions.get()).toEqual({ ...defaultMediaOptions, picture: wide });
    await openThread(painter, undefined);
    expect($mediaOptions.get()).toEqual(defaultMediaOptions);
  });

  it('are kept for each kind when another model was asked meanwhile', async () => {
    serve({ [firstId]: square, [lastId]: long }, lastId);
    await openThread(painter, conversationId);
    expect($mediaOptions.get()).toMatchObject({ picture: square, video: long });
  });

  it('are kept while the conversation is open', async () => {
    chooseMediaOptions(wide);
    await openThread(painter, conversationId);
    expect($mediaOptions.get().picture).toEqual(wide);
  });
});
