import { isOfComposition } from '#domain/texts/composing.ts';
import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import type { Keys } from '#stores/browser/keyNames.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/**
 * Every shortcut has a modifier key, so that it collides neither with typing nor with single keys of screen readers.
 * `whereEmpty`: text fields use these keys themselves, so the shortcut works only in an empty one.
 */
export type Shortcut = { name: ShortcutName; keys: Keys; whereEmpty?: boolean };

export const shortcuts: readonly Shortcut[] = [
  { name: 'newChat', keys: { mod: true, shift: true, key: 'o' } },
  { name: 'search', keys: { mod: true, key: 'k' } },
  { name: 'find', keys: { mod: true, key: 'f' } },
  { name: 'print', keys: { mod: true, key: 'p' } },
  { name: 'message', keys: { shift: true, key: 'Escape' } },
  { name: 'copy', keys: { mod: true, shift: true, key: 'c' } },
  { name: 'regenerate', keys: { mod: true, shift: true, key: 'Enter' }, whereEmpty: true },
  { name: 'stop', keys: { mod: true, shift: true, key: 'x' } },
  { name: 'edit', keys: { mod: true, shift: true, key: 'e' } },
  {
    name: 'previousBranch',
    keys: { mod: true, shift: true, key: 'ArrowLeft' },
    whereEmpty: true,
  },
  { name: 'nextBranch', keys: { mod: true, shift: true, key: 'ArrowRight' }, whereEmpty: true },
  { name: 'sidebar', keys: { mod: true, key: 'b' } },
  { name: 'settings', keys: { mod: true, key: ',' } },
  { name: 'sheet', keys: { mod: true, key: '/' } },
];

/** The only single key: it opens the list of shortcuts. People who use voice control can switch it off. */
export const sheetKey = '?';

/** Repeated in `elements/searchShortcut.ts`, which is inlined into pages and so imports nothing. */
const singleKeyStorage = 'single-key';

export const $singleKey = atom(readStored(singleKeyStorage) !== 'off');

export function switchSingleKey(on: boolean): void {
  store(singleKeyStorage, on ? undefined : 'off');
  $singleKey.set(on);
}

export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing' | 'keyCode'
>;

/** Where a key was pressed: in a field with text, in an empty one, or elsewhere. */
export type PressedIn = 'text' | 'empty' | 'elsewhere';

/** Returns the shortcut that was pressed, if any. `apple` is the result of `isApple`. */
export function shortcutOf(
  pressed: Pressed,
  place: PressedIn,
  apple: boolean,
): ShortcutName | undefined {
  if (isOfComposition(pressed) || pressed.altKey) return undefined;
  const mod = apple ? pressed.metaKey : pressed.ctrlKey;
  const other = apple ? pressed.ctrlKey : pressed.metaKey;
  if (other) return undefined;
  if (pressed.key === sheetKey && !mod && place === 'elsewhere' && $singleKey.get()) return 'sheet';
  const found = shortcuts.find(({ keys }) => {
    // On some keyboards, such as the German one, `/` needs Shift.
    const isShift = keys.key === '/' || Boolean(keys.shift) === pressed.shiftKey;
    return keys.key === lower(pressed.key) && Boolean(keys.mod) === mod && isShift;
  });
  return found?.whereEmpty && place === 'text' ? undefined : found?.name;
}

function lower(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}
