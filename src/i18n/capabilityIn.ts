import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the name of a capability; without a translation, its id. Needs the messages `gpt.capability.*`. */
export function capabilityIn(id: string, t: TranslateInBrowser): string {
  const key = `gpt.capability.${id}`;
  const name = t(key);
  return name === key ? id : name;
}
