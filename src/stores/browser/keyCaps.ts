import type { Language } from '#domain/languages/languages.ts';
import { type Keys, isApple } from '#stores/browser/keyNames.ts';

/** Returns the labels of keys as printed on the keyboard: ⌘ and ⇧, Ctrl and Shift, or Strg and Umschalt. */
export function keyCaps(
  { mod = false, shift = false, key }: Keys,
  language: Language,
  apple = isApple(),
): string[] {
  if (apple) return [...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : []), capOf(key, apple)];
  const caps = [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), capOf(key, apple)];
  return caps.map((cap) => ownCaps[language]?.[cap] ?? cap);
}

/** Labels of keys that differ on keyboards of a language. */
const ownCaps: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  de: { Ctrl: 'Strg', Shift: 'Umschalt', Delete: 'Entf' },
  fr: { Shift: 'Maj', Enter: 'Entrée', Esc: 'Échap', Delete: 'Suppr' },
};

const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function capOf(key: string, apple: boolean): string {
  if (key === 'Enter') return apple ? '↩' : 'Enter';
  if (key === 'Escape') return 'Esc';
  if (key === 'Delete') return apple ? '⌦' : key;
  return arrows[key] ?? key.toUpperCase();
}
