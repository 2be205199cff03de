import type * as Drafts from '#stores/drafts/drafts.ts';
import { questionMaxCharacters } from '#domain/chat/chat.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage, stubSessionStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

let stored: Record<string, string>;
let page: EventTarget;

beforeEach(() => {
  stored = {};
  stubSessionStorage();
});

afterEach(() => {
  // A draft that waits to be stored would end up in the storage of another test file.
  leavePage();
  vi.unstubAllGlobals();
});

/** A new page on the same local storage. */
async function openPage(): Promise<typeof Drafts> {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  stubLocalStorage(stored);
  vi.resetModules();
  return import('#stores/drafts/drafts.ts');
}

/** Returns the stored text of a draft in whichever tab. */
function storedText(key: string): string | undefined {
  return Object.entries(stored).find(([name]) => name.startsWith(`draft:${key}#`))?.[1];
}

function leavePage(): void {
  page.dispatchEvent(new Event('pagehide'));
}

it('keeps the text of each conversation from page to page', async () => {
  const before = await openPage();
  before.openDraft('one', undefined);
  before.editDraft('First');
  before.openDraft('two', undefined);
  before.editDraft('Second');
  leavePage();
  const after = await openPage();
  after.openDraft('one', undefined);
  expect(after.$draft.get().text).toBe('First');
  after.openDraft('two', undefined);
  expect(after.$draft.get().text).toBe('Second');
});

it('moves text that was typed before the page had its conversation', async () => {
  const drafts = await openPage();
  drafts.editDraft('Early');
  drafts.openDraft('one', 'From the address');
  expect(drafts.$draft.get()).toEqual({ key: 'one', text: 'Early' });
  leavePage();
  const after = await openPage();
  after.openDraft('one', 'From the address');
  expect(after.$draft.get().text).toBe('Early');
});

it('fills in the text of the address', async () => {
  const drafts = await openPage();
  drafts.openDraft('one', 'From the address');
  expect(drafts.$draft.get().text).toBe('From the address');
});

it('keeps what the user changed in the text of the address, after a reload and a step back', async () => {
  const drafts = await openPage();
  drafts.openDraft('one', 'From the address');
  drafts.editDraft('Changed');
  drafts.openDraft('two', undefined);
  drafts.openDraft('one', 'From the address');
  expect(drafts.$draft.get().text).toBe('Changed');
  leavePage();
  const after = await openPage();
  after.openDraft('one', 'From the address');
  expect(after.$draft.get().text).toBe('Changed');
  after.emptyDraft();
  after.forgetDraft('one');
  after.openDraft('two', undefined);
  after.openDraft('one', 'From the address');
  expect(after.$draft.get().text).toBe('From the address');
  after.openDraft('two', undefined);
  after.openDraft('one', 'From another address');
  expect(after.$draft.get().text).toBe('From another address');
});

it('fills in the text of a link that is followed again', async () => {
  const before = await openPage();
  before.openDraft('one', 'From the address');
  before.editDraft('Changed');
  leavePage();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'navigate' } as PerformanceNavigationTiming,
  ]);
  const after = await openPage();
  vi.restoreAllMocks();
  after.openDraft('one', 'From the address');
  expect(after.$draft.get().text).toBe('From the address');
});

it('drops a text when it has arrived, not when it is sent', async () => {
  const drafts = await openPage();
  drafts.openDraft('one', undefined);
  drafts.editDraft('Sent');
  drafts.emptyDraft();
  expect(drafts.$draft.get().text).toBe('');
  expect(storedText('one')).toBe('Sent');
  drafts.forgetDraft('one');
  expect(stored).toEqual({});
});

it('moves the next text to the conversation that a question started', async () => {
  const drafts = await openPage();
  drafts.openDraft('openai/gpt-4o-mini', undefined);
  drafts.editDraft('Next');
  drafts.renameDraft('openai/gpt-4o-mini', 'conversation');
  expect(drafts.$draft.get()).toEqual({ key: 'conversation', text: 'Next' });
  leavePage();
  expect(storedText('conversation')).toBe('Next');
  expect(storedText('openai/gpt-4o-mini')).toBeUndefined();
});

it('keeps the last twenty, and none that is too long', async () => {
  const drafts = await openPage();
  for (let count = 1; count <= 25; count += 1) {
    drafts.openDraft(`conversation-${count}`, undefined);
    drafts.editDraft(`Text ${count}`);
  }
  drafts.openDraft('longest', undefined);
  drafts.editDraft('x'.repeat(questionMaxCharacters));
  drafts.openDraft('long', undefined);
  drafts.editDraft('x'.repeat(questionMaxCharacters + 1));
  leavePage();
  const keys = Object.keys(stored)
    .filter((key) => key.startsWith('draft:'))
    .map((key) => key.split('#')[0]);
  expect(keys).toHaveLength(20);
  expect(keys).toContain('draft:conversation-25');
  expect(keys).not.toContain('draft:conversation-6');
  expect(storedText('longest')).toHaveLength(questionMaxCharacters);
  expect(drafts.$isDraftUnkept.get(), 'and says so').toBe(true);
  drafts.openDraft('longest', undefined);
  expect(drafts.$isDraftUnkept.get()).toBe(false);
  expect(keys).not.toContain('draft:long');
});

it('works without storage', async () => {
  const drafts = await openPage();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });
  drafts.openDraft('one', undefined);
  drafts.editDraft('Text');
  expect(leavePage).not.toThrow();
  expect(drafts.$draft.get().text).toBe('Text');
  expect(drafts.$isDraftUnkept.get()).toBe(true);
});

it('makes room where storage is full', async () => {
  const drafts = await openPage();
  for (const key of ['oldest', 'older', 'new']) {
    drafts.openDraft(key, undefined);
    drafts.editDraft(key);
  }
  leavePage();
  stubLocalStorage(stored, 100);
  drafts.openDraft('newest', undefined);
  drafts.editDraft('x'.repeat(40));
  leavePage();
  expect(storedText('newest')).toHaveLength(40);
  expect(storedText('oldest')).toBeUndefined();
  expect(drafts.$isDraftUnkept.get()).toBe(false);
});

describe('a chat in two tabs', () => {
  const chat = { group: 'openai', model: 'gpt-4o-mini' } as const;
  let open: string[];

  beforeEach(() => {
    open = [];
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string) => void open.push(name),
        query: async () => ({ held: open.map((name) => ({ name })) }),
      },
    });
  });

  /** Opens the chat in a tab of its own, or again in the tab with this storage: a new one, or a conversation. */
  async function openTab(tab: Record<string, string> = {}, conversationId?: string) {
    const drafts = await openPage();
    stubSessionStorage(tab);
    drafts.openDraft(drafts.draftKey(chat, conversationId), undefined);
    return drafts;
  }

  it.each([undefined, 'conversation'])(
    'has a draft in each, which a reload keeps: %s',
    async (id) => {
      const [one, other] = [{}, {}];
      (await openTab(one, id)).editDraft('One');
      leavePage();
      const second = await openTab(other, id);
      await settle();
      expect(second.$draft.get().text).toBe('');
      second.editDraft('Other');
      leavePage();
      expect((await openTab(one, id)).$draft.get().text).toBe('One');
      expect((await openTab(other, id)).$draft.get().text).toBe('Other');
    },
  );

  it('loses no draft of another tab when its own question has arrived, and all when it is deleted', async () => {
    const [one, other] = [{}, {}];
    (await openTab(one, 'conversation')).editDraft('One');
    leavePage();
    const second = await openTab(other, 'conversation');
    second.editDraft('Other');
    second.emptyDraft();
    second.forgetDraft('conversation');
    const first = await openTab(one, 'conversation');
    expect(first.$draft.get().text).toBe('One');
    second.deleteDraft('conversation');
    expect(stored).toEqual({});
  });

  it('has another one in a duplicate of the tab, which gets a copy of its storage', async () => {
    const tab = {};
    const first = await openTab(tab);
    const unwatch = (await import('#stores/chat/keptQuestions.ts')).watchKeptQuestions();
    const duplicate = await openTab({ ...tab });
    expect(duplicate.$draft.get().key).not.toBe(first.$draft.get().key);
    vi.stubGlobal('removeEventListener', () => undefined);
    unwatch();
  });

  it.each([undefined, 'conversation'])('takes over the draft of a closed tab: %s', async (id) => {
    (await openTab({}, id)).editDraft('One');
    leavePage();
    open = [];
    const next = await openTab({}, id);
    await vi.waitFor(() => expect(next.$draft.get().text).toBe('One'), longWait);
    expect(Object.values(stored).filter((text) => text === 'One')).toHaveLength(1);
  });

  it('takes over the queue of a tab that was closed', async () => {
    await openTab();
    (await import('#stores/drafts/queue.ts')).enqueue({ text: 'Queued', attachments: [] });
    leavePage();
    open = [];
    const next = await openTab();
    const { $queue } = await import('#stores/drafts/queue.ts');
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const unwatch = (await import('#stores/chat/keptQuestions.ts')).watchKeptQuestions();
    await vi.waitFor(() => expect($queue.get()).toMatchObject([{ text: 'Queued' }]), longWait);
    expect(Object.keys(stored)).toEqual([`queue:${next.$draft.get().key}`]);
    unwatch();
  });

  it('takes over a text of a conversation that an earlier version stored', async () => {
    stored['draft:conversation'] = 'Older';
    const drafts = await openTab({}, 'conversation');
    expect(drafts.$draft.get().text).toBe('Older');
    expect(stored['draft:conversation']).toBeUndefined();
    drafts.openDraft('another', undefined);
    drafts.openDraft('conversation', undefined);
    expect(drafts.$draft.get().text).toBe('Older');
  });

  it('keeps its name where text was typed before the page had its conversation', async () => {
    const drafts = await openPage();
    stubSessionStorage({ tab: 'one' });
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const unwatch = (await import('#stores/chat/keptQuestions.ts')).watchKeptQuestions();
    drafts.editDraft('Early');
    drafts.openDraft('conversation', undefined);
    leavePage();
    expect(stored['draft:conversation#one']).toBe('Early');
    unwatch();
  });

  it('takes over a question that was sent early and did not arrive', async () => {
    stored['draft:openai/gpt-4o-mini'] = 'Early';
    expect((await openTab()).$draft.get().text).toBe('Early');
  });
});

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
