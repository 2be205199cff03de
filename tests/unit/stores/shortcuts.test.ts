import { afterEach, describe, expect, it } from 'vitest';
import { keyCaps } from '#stores/browser/keyCaps.ts';
import {
  type Pressed,
  type PressedIn,
  shortcutOf,
  shortcuts,
  switchSingleKey,
} from '#stores/browser/shortcuts.ts';

const nothing: Pressed = {
  key: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
};

function press(change: Partial<Pressed>, place: PressedIn = 'elsewhere', apple = false) {
  return shortcutOf({ ...nothing, ...change }, place, apple);
}

afterEach(() => switchSingleKey(true));

describe('a shortcut', () => {
  it('is pressed with Ctrl, or with Command on a Mac', () => {
    expect(press({ key: 'k', ctrlKey: true })).toBe('search');
    expect(press({ key: 'k', metaKey: true }, 'text', true)).toBe('search');
    expect(press({ key: 'k', metaKey: true })).toBeUndefined();
    expect(press({ key: 'k', ctrlKey: true }, 'text', true)).toBeUndefined();
    expect(press({ key: 'K', ctrlKey: true })).toBe('search');
  });

  it('is found by all its keys, each of them', () => {
    for (const { name, keys } of shortcuts) {
      const { key, mod = false, shift = false } = keys;
      expect(press({ key, ctrlKey: mod, shiftKey: shift }, 'empty')).toBe(name);
    }
    expect(press({ key: 'o', ctrlKey: true })).toBeUndefined();
  });

  it('ignores keys of text fields, input methods and other programs', () => {
    for (const { keys } of shortcuts) {
      expect(press({ key: keys.key, shiftKey: keys.key !== 'Escape' }, 'text')).toBeUndefined();
      expect(press({ key: keys.key, ctrlKey: true, altKey: true }, 'text')).toBeUndefined();
      expect(press({ key: keys.key, ctrlKey: true, isComposing: true })).toBeUndefined();
    }
    expect(press({ key: '?', shiftKey: true }, 'text')).toBeUndefined();
    expect(press({ key: '?', shiftKey: true }, 'empty')).toBeUndefined();
  });

  it('leaves a text field the keys that select in it', () => {
    const keys = { key: 'ArrowLeft', ctrlKey: true, shiftKey: true };
    expect(press(keys, 'text')).toBeUndefined();
    expect(press(keys, 'empty')).toBe('previousBranch');
  });

  it('opens the list with one key, unless that is switched off', () => {
    expect(press({ key: '?', shiftKey: true })).toBe('sheet');
    switchSingleKey(false);
    expect(press({ key: '?', shiftKey: true })).toBeUndefined();
    expect(press({ key: '/', ctrlKey: true })).toBe('sheet');
    expect(press({ key: '/', ctrlKey: true, shiftKey: true })).toBe('sheet');
  });

  it('is drawn as the platform writes it', () => {
    const keys = { mod: true, shift: true, key: 'Enter' };
    expect(keyCaps(keys, 'en', true)).toEqual(['⇧', '⌘', '↩']);
    expect(keyCaps(keys, 'en', false)).toEqual(['Ctrl', 'Shift', 'Enter']);
    expect(keyCaps(keys, 'de', false)).toEqual(['Strg', 'Umschalt', 'Enter']);
    expect(keyCaps(keys, 'fr', false)).toEqual(['Ctrl', 'Maj', 'Entrée']);
    expect(keyCaps({ mod: true, key: 'k' }, 'ja', false)).toEqual(['Ctrl', 'K']);
    expect(keyCaps({ key: 'Delete' }, 'en', false)).toEqual(['Delete']);
    expect(keyCaps({ key: 'Delete' }, 'de', false)).toEqual(['Entf']);
    expect(keyCaps({ key: 'Delete' }, 'de', true)).toEqual(['⌦']);
  });
});
