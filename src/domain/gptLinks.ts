import type { Language } from '#domain/languages.ts';

/** The source of a GPT that was made from its public page elsewhere. */
export const linkedGptSource = 'chatgpt.com, public page';

/** An address that is longer is no GPT's. */
export const gptLinkMaxCharacters = 2_000;

/** Whether a GPT was made from its public page elsewhere, and not imported since. */
export function isLinkedGpt(gpt: { visibility: string; source: string | null }): boolean {
  return gpt.visibility === 'link' && gpt.source === linkedGptSource;
}

/** Returns the id in the address of a GPT elsewhere (`https://chatgpt.com/g/g-AbCdEfGhI-its-name`), if it is one. */
export function gptIdInLink(text: string): string | undefined {
  if (text.length > gptLinkMaxCharacters) return undefined;
  const pattern =
    /^(?:https?:\/\/)?(?:www\.)?(?:chatgpt|chat\.openai)\.com\/g\/(g-[\dA-Za-z]{9,40})(?:[-/?#]|$)/i;
  return pattern.exec(text.trim())?.[1]?.replace(/^G-/, 'g-');
}

/** The page for addresses of GPTs elsewhere. */
export function gptLinkPath(language: Language): string {
  return `/${language}/open`;
}

/** Where its form leads. */
export const gptLinkFormPath = '/api/open/form';

/** Opens the GPT of an address here. */
export function openGptLinkPath(language: Language, link: string): string {
  return `${gptLinkFormPath}?${new URLSearchParams({ lang: language, link }).toString()}`;
}
