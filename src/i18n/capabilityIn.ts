import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the name of a capability; of one without a name, its id. Needs the texts `gpt.capability.*`. */
export function capabilityIn(id: string, t: TranslateInBrowser): string {
  const key = `gpt.capability.${id}`;
  const name = t(key);
  return name === key ? id : name;
}
