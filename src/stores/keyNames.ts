/** Whether shortcuts are made with Command, as on a Mac, instead of Ctrl. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');
}

/** A key with what is held down meanwhile. `mod` is Command on a Mac and Ctrl elsewhere. */
export type Keys = { mod?: boolean; shift?: boolean; key: string };

/** The caps to draw for keys, in the spelling of the platform: ⌘ and ⇧, or Ctrl and Shift. */
export function keyCaps({ mod = false, shift = false, key }: Keys, apple = isApple()): string[] {
  const held = apple
    ? [...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : [])]
    : [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : [])];
  return [...held, capOf(key, apple)];
}

const arrows: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

function capOf(key: string, apple: boolean): string {
  if (key === 'Enter') return apple ? '↩' : 'Enter';
  if (key === 'Escape') return 'Esc';
  return arrows[key] ?? key.toUpperCase();
}
