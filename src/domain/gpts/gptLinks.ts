import type { Language } from '#domain/languages/languages.ts';

/** The `source` of a GPT that was copied from its public page at ChatGPT. */
export const linkedGptSource = 'chatgpt.com, public page';

/** Longest accepted URL, in characters. */
export const gptLinkMaxCharacters = 2_000;

/** Whether a GPT was copied from its public page at ChatGPT and was not imported later. */
export function isLinkedGpt(gpt: { visibility: string; source: string | null }): boolean {
  return gpt.visibility === 'link' && gpt.source === linkedGptSource;
}

/**
 * Returns the id in the URL of a GPT at ChatGPT (`https://chatgpt.com/g/g-AbCdEfGhI-its-name`); `undefined` for other
 * texts.
 */
export function gptIdInLink(text: string): string | undefined {
  if (text.length > gptLinkMaxCharacters) return undefined;
  const pattern =
    /^(?:https?:\/\/)?(?:www\.)?(?:chatgpt|chat\.openai)\.com\/g\/(g-[\dA-Za-z]{9,40})(?:[-/?#]|$)/i;
  return pattern.exec(text.trim())?.[1]?.replace(/^G-/, 'g-');
}

/** Returns the path of the page with the form for such URLs. */
export function gptLinkPath(language: Language): string {
  return `/${language}/open`;
}

/** The action of that form. */
export const gptLinkFormPath = '/api/open/form';

/** Returns the path that opens the GPT of such a URL here. */
export function openGptLinkPath(language: Language, link: string): string {
  return `${gptLinkFormPath}?${new URLSearchParams({ lang: language, link }).toString()}`;
}
