import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  $systemNotifications,
  notifyEnd,
  showSystemNotification,
  switchSystemNotifications,
} from '#stores/answers/endNotifications.ts';
import { $unseenEnd } from '#stores/answers/unseenEnd.ts';
import { finished } from '../../fixtures/answer.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';

const shown: SystemNotification[] = [];

class SystemNotification extends EventTarget {
  static permission = 'default';
  static requestPermission(): Promise<string> {
    SystemNotification.permission = 'granted';
    return Promise.resolve('granted');
  }
  readonly text: string;
  close = vi.fn();

  constructor(text: string) {
    super();
    this.text = text;
    shown.push(this);
  }
}

const open = vi.fn();
const answer = { end: finished, isMedia: false, shown: false, title: 'Bread', open };

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  stubLocalStorage({});
  vi.stubGlobal('Notification', SystemNotification);
  vi.stubGlobal('window', { focus: vi.fn() });
  SystemNotification.permission = 'default';
  $unseenEnd.set(undefined);
  shown.length = 0;
  open.mockClear();
});

afterEach(() => vi.unstubAllGlobals());

describe('the end of an answer', () => {
  it('is unseen on a hidden page, with its conversation', async () => {
    await switchSystemNotifications(true);
    notifyEnd(answer);
    const text = { key: 'chat.media.readyNamed', values: { title: 'Bread' } };
    expect($unseenEnd.get()?.text).toEqual(text);
    $unseenEnd.get()?.show('Ready: Bread');
    shown[0]?.dispatchEvent(new Event('click'));
    expect(open).toHaveBeenCalledOnce();
    notifyEnd({ ...answer, end: { ...finished, state: 'failed', reason: 'upstream_error' } });
    expect($unseenEnd.get()?.text.key).toBe('chat.media.failedNamed');
  });

  it('is not announced on a visible page, or when its user stopped it', () => {
    notifyEnd({ ...answer, end: { ...finished, state: 'stopped' } });
    vi.stubGlobal('document', { visibilityState: 'visible' });
    notifyEnd(answer);
    expect($unseenEnd.get()).toBeUndefined();
  });

  it('is a system notification that leads to it, if the user allows that', async () => {
    showSystemNotification('Ready: Bread', open);
    expect(shown).toEqual([]);
    await switchSystemNotifications(true);
    expect($systemNotifications.get()).toBe('on');
    showSystemNotification('Ready: Bread', open);
    expect(shown.map(({ text }) => text)).toEqual(['Ready: Bread']);
    shown[0]?.dispatchEvent(new Event('click'));
    expect(open).toHaveBeenCalledOnce();
    expect(shown[0]?.close).toHaveBeenCalledOnce();
  });
});
