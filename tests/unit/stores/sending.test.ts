import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { $connection, checkConnection } from '#stores/browser/connection.ts';
import { $hasProviderOutage, dismissProviderOutage } from '#stores/models/providerOutage.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { $queue, enqueue, takeQueued } from '#stores/drafts/queue.ts';
import { chooseModel } from '#stores/chat/modelChoice.ts';
import { $models, loadModels } from '#stores/models/models.ts';
import { watchModels } from '#stores/chat/modelWatch.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { $route, routeOf } from '#stores/route/route.ts';
import { $waitsToSend, forgetSending, sendDraft } from '#stores/chat/sending.ts';
import { $messages, $runningAnswer } from '#stores/thread/thread.ts';
import { accepted, conversationId, finished } from '../../fixtures/answer.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;
let model = 0;

const answered = stream([
  [1, accepted],
  [2, finished],
]);

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, path: string) => {
      Object.assign(location, { pathname: path });
    },
  });
  // Another model each time: a new, empty conversation and draft.
  model += 1;
  const target = { group: 'openai', model: `model-${model}` } as const;
  await openThread(target, undefined);
  openDraft(draftKey(target, undefined), undefined);
  $route.set(routeOf(`/en/chat/openai/model-${model}`));
});

afterEach(() => vi.unstubAllGlobals());
// Other files share the stores.
const shippedModels = $models.get();
afterAll(async () => {
  $models.set(shippedModels);
  await api.close();
});

describe('without a connection', () => {
  beforeEach(async () => {
    api.answer(hangUp);
    expect(await checkConnection()).toBe(false);
    editDraft('A question');
  });

  it('a question stays in the box, and is offered when the connection is back', async () => {
    sendDraft();
    await vi.waitFor(() => expect($waitsToSend.get()).toBe(true), longWait);
    expect($draft.get().text).toBe('A question');
    api.answer(json({ ok: true }), answered);
    expect(await checkConnection()).toBe(true);
    expect($waitsToSend.get()).toBe(true);
    expect($messages.get()).toEqual([]);
    sendDraft();
    expect($draft.get().text).toBe('');
    expect($waitsToSend.get()).toBe(false);
    await vi.waitFor(
      () => expect($messages.get()).toMatchObject([{}, { state: 'finished' }]),
      longWait,
    );
  });

  it('a question is sent if the browser was wrong about the connection', async () => {
    api.answer(json({ ok: true }), answered);
    sendDraft();
    await vi.waitFor(
      () => expect($messages.get()).toMatchObject([{}, { state: 'finished' }]),
      longWait,
    );
    expect($connection.get()).toBe('online');
  });

  it('drops the offer after it was declined, or for another conversation', async () => {
    sendDraft();
    await vi.waitFor(() => expect($waitsToSend.get()).toBe(true), longWait);
    const { key = '' } = $draft.get();
    openDraft('another', undefined);
    expect($waitsToSend.get()).toBe(false);
    openDraft(key, undefined);
    forgetSending();
    expect($waitsToSend.get()).toBe(false);
  });
});

describe('a connection that is checked', () => {
  it('sends only the draft that was sent, not one that was opened meanwhile', async () => {
    api.answer(hangUp);
    expect(await checkConnection()).toBe(false);
    editDraft('A question');
    const { key } = $draft.get();
    api.answer(json({ ok: true }), answered);
    sendDraft();
    openDraft('another', 'Another question');
    await vi.waitFor(() => expect($connection.get()).toBe('online'), longWait);
    expect($draft.get().text).toBe('Another question');
    openDraft(key ?? '', 'A question');
    await vi.waitFor(() => expect($waitsToSend.get()).toBe(true), longWait);
    expect($messages.get()).toEqual([]);
    forgetSending();
  });
});

describe('another model', () => {
  const claude2 = draftKey({ group: 'claude', model: 'claude-2' }, undefined);

  it('gets the refused question of a new conversation, before later text', async () => {
    api.answer(refuse(409, 'model_resting'));
    editDraft('A question');
    sendDraft();
    const unsent = { delivery: { state: 'unsent' } };
    await vi.waitFor(() => expect($messages.get()).toMatchObject([unsent]), longWait);
    editDraft('Newer');
    chooseModel({ group: 'claude', id: 'claude-2' });
    expect($messages.get()).toEqual([]);
    expect($draft.get()).toEqual({ key: claude2, text: 'A question\n\nNewer' });
  });

  it('gets the draft of a new conversation', () => {
    editDraft('A question');
    chooseModel({ group: 'claude', id: 'claude-2' });
    expect($route.get()?.path).toBe('/en/chat/claude/claude-2');
    expect($draft.get()).toEqual({ key: claude2, text: 'A question' });
  });

  it('gets the queue of a new conversation, also without a text in the box', () => {
    enqueue({ text: 'Queued', attachments: [] });
    chooseModel({ group: 'claude', id: 'claude-2' });
    expect($draft.get()).toEqual({ key: claude2, text: '' });
    expect($queue.get()).toMatchObject([{ text: 'Queued' }]);
    for (const { id } of $queue.get()) takeQueued(id);
  });

  it('continues the open conversation', () => {
    $route.set(routeOf(`/en/chat/openai/gpt-4o-mini/c/${conversationId}`));
    editDraft('A question');
    chooseModel({ group: 'claude', id: 'claude-2' });
    expect($route.get()).toMatchObject({
      path: `/en/chat/claude/claude-2/c/${conversationId}`,
      target: { group: 'claude', model: 'claude-2' },
    });
    expect($draft.get().text).toBe('A question');
  });

  it('is not chosen while a question has not arrived', () => {
    $runningAnswer.set({ key: 'one', phase: 'asking', connected: true, ahead: undefined });
    chooseModel({ group: 'claude', id: 'claude-2' });
    expect($route.get()?.path).toBe(`/en/chat/openai/model-${model}`);
    $runningAnswer.set(undefined);
  });
});

describe('the models', () => {
  const [shipped] = $models.get().models;

  it('are loaded again, past the cache, when a question fails or the user returns', async () => {
    vi.stubGlobal(
      'document',
      Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' }),
    );
    api.answer(json([{ ...shipped, health: 'slow' }]));
    await loadModels('en');
    expect($models.get()).toMatchObject({ confirmed: true, models: [{ health: 'slow' }] });
    const unwatch = watchModels('en');
    document.dispatchEvent(new Event('visibilitychange'));
    api.answer(refuse(422, 'model_unavailable'), json([{ ...shipped, health: 'down' }]));
    $connection.set('online');
    editDraft('A question');
    sendDraft();
    await vi.waitFor(
      () => expect($models.get().models).toMatchObject([{ health: 'down' }]),
      longWait,
    );
    expect(api.seen.map(({ path }) => path)).toEqual([
      '/api/chat/questions',
      '/api/models?language=en',
    ]);
    expect(api.seen[1]?.headers['cache-control']).toBe('max-age=0');
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    clock.mockRestore();
    await vi.waitFor(() => expect(api.seen).toHaveLength(3), longWait);
    unwatch();
  });

  it('show a warning about a provider that fluctuates, until it is dismissed or over', async () => {
    const disturbed = (is: boolean) => json([{ ...shipped, disturbed: is }]);
    api.answer(disturbed(true), disturbed(false), disturbed(true));
    await loadModels('en');
    expect($hasProviderOutage.get()).toBe(true);
    await loadModels('en');
    expect($hasProviderOutage.get()).toBe(false);
    await loadModels('en');
    dismissProviderOutage();
    expect($hasProviderOutage.get()).toBe(false);
  });

  it('are kept while the server is away', async () => {
    const before = $models.get();
    api.answer(hangUp);
    await loadModels('en');
    expect($models.get()).toBe(before);
  });
});
