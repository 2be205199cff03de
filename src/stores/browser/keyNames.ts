/** Whether shortcuts use Command, as on a Mac, instead of Ctrl. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');
}

/** A key with its modifiers. `mod` is Command on a Mac and Ctrl elsewhere. */
export type Keys = { mod?: boolean; shift?: boolean; key: string };
