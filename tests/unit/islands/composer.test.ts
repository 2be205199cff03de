import { afterEach, describe, expect, it, vi } from 'vitest';
import { isSendKey as isEarlySendKey } from '#elements/earlyQuestion.ts';
import { fileSize } from '#islands/chat/controls/fileSize.ts';
import { isSendKey } from '#islands/chat/controls/sendKey.ts';

const enter = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
};

afterEach(() => vi.unstubAllGlobals());

function stubPointer(pointer: 'fine' | 'coarse'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(pointer) }));
}

describe('a key sends', () => {
  it.for([
    ['Enter', {}, true, false],
    ['Shift+Enter', { shiftKey: true }, false, false],
    ['Alt+Enter', { altKey: true }, false, false],
    ['Ctrl+Enter', { ctrlKey: true }, true, true],
    ['Command+Enter', { metaKey: true }, true, true],
    ['Enter of an input method', { isComposing: true }, false, false],
    ['Enter that ends a composition in Safari', { keyCode: 229 }, false, false],
    ['another key', { key: 'a', ctrlKey: true }, false, false],
  ] as const)('or not: %s', ([, held, byEnter, byModEnter]) => {
    expect(isSendKey({ ...enter, ...held }, 'enter')).toBe(byEnter);
    expect(isSendKey({ ...enter, ...held }, 'mod_enter')).toBe(byModEnter);
    stubPointer('fine');
    expect(isSendKey({ ...enter, ...held }, 'auto')).toBe(byEnter);
    stubPointer('coarse');
    expect(isSendKey({ ...enter, ...held }, 'auto')).toBe(byModEnter);
    const pressed = { ...enter, ...held } as unknown as KeyboardEvent;
    const stored = { 'send-key': 'enter' };
    vi.stubGlobal('localStorage', { getItem: (key: keyof typeof stored) => stored[key] ?? null });
    expect(isEarlySendKey(pressed)).toBe(byEnter);
    stored['send-key'] = 'mod_enter';
    expect(isEarlySendKey(pressed)).toBe(byModEnter);
    for (const automatic of ['auto', '']) {
      stored['send-key'] = automatic;
      stubPointer('fine');
      expect(isEarlySendKey(pressed)).toBe(byEnter);
      stubPointer('coarse');
      expect(isEarlySendKey(pressed)).toBe(byModEnter);
    }
  });
});

describe('the size of a file', () => {
  it.for([
    [0, 'en', '0 bytes'],
    [999, 'en', '999 bytes'],
    [4_094, 'en', '4 kB'],
    [2_350_000, 'en', '2.4 MB'],
    [2_350_000, 'de', '2,4 MB'],
    [16_000_000, 'fr', '16 Mo'],
  ] as const)('%i is in %s %s', ([bytes, language, text]) => {
    expect(fileSize(bytes, language).replace(/\s/g, ' ')).toBe(text);
  });
});
