/** Evidence of a GPT's language: its declared tag, and the script of its texts. */
export type LanguageMark = { tag: string | null; script: string | null };

type Texts = {
  lang: string | null;
  name: string;
  description: string | null;
  welcomeMessage: string | null;
  promptStarters: readonly string[];
  instructions: string | null;
};

export const examinedCharacters = 300;

/** A script is only determined if so many letters are examined and such a share of them belongs to it. */
const leastLetters = 20;
const leastShare = 0.75;

/** Chinese and Japanese texts share a script: for a short text, deciding between them would be a guess. */
const scripts: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/gu,
  Han: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Greek: /\p{Script=Greek}/gu,
  Thai: /\p{Script=Thai}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Bengali: /\p{Script=Bengali}/gu,
  Tamil: /\p{Script=Tamil}/gu,
  Telugu: /\p{Script=Telugu}/gu,
  Georgian: /\p{Script=Georgian}/gu,
  Armenian: /\p{Script=Armenian}/gu,
};

const unspecific = new Set(['und', 'mul', 'mis', 'zxx']);

export function languageMark(gpt: Texts): LanguageMark {
  return { tag: isSpecific(gpt.lang) ? gpt.lang : null, script: scriptOf(gpt) };
}

/** Returns the mark of a GPT after a text with mark `later` replaced one with mark `earlier`. */
export function laterMark(earlier: LanguageMark, later: LanguageMark): LanguageMark {
  return { tag: later.tag ?? earlier.tag, script: later.script ?? earlier.script };
}

/**
 * Returns why two texts cannot be two versions of the same GPT, as a reason to refuse the later one; `undefined` when
 * they can. An undeclared language is never guessed; only a script that most letters have is certain enough.
 */
export function languageChange(
  earlier: LanguageMark,
  later: LanguageMark,
  where: string,
): string | undefined {
  const allow = '--allow-language-change replaces it';
  if (earlier.tag !== null && later.tag !== null) {
    if (isSameLanguage(earlier.tag, later.tag)) return undefined;
    return `lang is ${later.tag}, ${where} has ${earlier.tag}; ${allow}`;
  }
  if (earlier.script === null || later.script === null || earlier.script === later.script) {
    return undefined;
  }
  return `lang: ${named(later)}, ${where} has ${named(earlier)}; ${allow}`;
}

function named({ tag, script }: LanguageMark): string {
  return tag === null ? `the text is in ${script} script` : `${tag} in ${script} script`;
}

/** `zh` may be either Chinese; `zh-CN` and `zh-TW` are different. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [new Intl.Locale(one), new Intl.Locale(other)];
  if (first.language !== second.language) return false;
  const isPrecise = (locale: Intl.Locale) =>
    locale.script !== undefined || locale.region !== undefined;
  if (!isPrecise(first) || !isPrecise(second)) return true;
  return first.maximize().script === second.maximize().script;
}

function isSpecific(tag: string | null): boolean {
  return tag !== null && !unspecific.has(tag.split('-', 1)[0] ?? '');
}

function scriptOf({
  name,
  description,
  welcomeMessage,
  promptStarters,
  instructions,
}: Texts): string | null {
  const texts = [name, description, welcomeMessage, promptStarters[0], instructions];
  const text = texts.map((part) => (part ?? '').slice(0, examinedCharacters)).join(' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < leastLetters) return null;
  for (const [script, pattern] of Object.entries(scripts)) {
    if ((text.match(pattern)?.length ?? 0) >= letters * leastShare) return script;
  }
  return null;
}
