import { type Language, languages } from '#domain/languages/languages.ts';
import { areas } from '#i18n/areas.ts';
import { pickMessages } from '#i18n/messages.ts';

/** Letters that a message with values must have besides them, so that not everything looks like it. */
const tellingLetters = 6;

/** No message is longer, so no longer text is worth comparing. */
const longestMessage = 600;

/** Texts of a language: messages of its files, and patterns of those with values. */
type Speech = { texts: ReadonlySet<string>; filled: RegExp };

const speeches = new Map<Language, Speech>();

/**
 * The language whose message `text` is, if it is one of another language than `own` and none of `own`; texts that both
 * share are no fault.
 */
export function foreignLanguageOf(text: string, own: Language): Language | undefined {
  if (text.length > longestMessage || !/\p{Letter}{2}|\p{Script=Han}/u.test(text)) return undefined;
  if (hasWordsOf(own, text)) return undefined;
  return languages.find((language) => language !== own && hasWordsOf(language, text));
}

function hasWordsOf(language: Language, text: string): boolean {
  const speech = speeches.get(language) ?? speechOf(language);
  speeches.set(language, speech);
  return speech.texts.has(text) || speech.filled.test(text);
}

function speechOf(language: Language): Speech {
  const texts = Object.values(pickMessages(language, areas));
  const filled = texts.filter((text) => /\{\{/.test(text) && isTelling(text)).map(patternOf);
  return { texts: new Set(texts), filled: new RegExp(`^(?:${filled.join('|')})$`, 's') };
}

function isTelling(text: string): boolean {
  const letters = withoutValues(text).match(/\p{Letter}/gu) ?? [];
  const weight = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(text) ? 3 : 1;
  return letters.length * weight >= tellingLetters;
}

function withoutValues(text: string): string {
  return text.replace(/\{\{[^}]*\}\}/g, '');
}

function patternOf(text: string): string {
  return text
    .split(/\{\{[^}]*\}\}/)
    .map((part) => RegExp.escape(part))
    .join('.+');
}
