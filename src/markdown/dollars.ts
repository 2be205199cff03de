/** Signs that only formulas have. */
const tex = /[\\^_{}=<>]/;
const operator = /[\\^_{}=<>+*/×÷·-]/;

const chineseJapaneseKorean = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
const widePunctuation = /[\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20“”]/;

/** With these no formula begins, as in `5$/month` or `"$" and "$"`. */
const noBeginning = /^(?:["'”’“‘),;?!/\]}]|:(?!=)|\(["']).|^$/s;

/** After a formula, other than letters: blanks, punctuation, and languages without blanks. */
const freeEnd =
  /^(?:$|[\s)\]}.,;:!?'"”’»…*_~|<–—-]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\uFF00-\uFFEF])/u;

/** The end of a word after a formula, as in `$n$th`. */
const wordEnd = /^(?:s|th|st|nd|rd|\p{Ll}{2,})(?![\p{L}\p{N}_])/u;

const mathsWords = /\b(?:mod|sin|cos|tan|log|ln|exp|min|max|lim)\b/g;

/**
 * Whether what is between dollars is a formula, and not amounts (`5$ or 6$`), variables of a shell (`$HOME/bin:$PATH`) or
 * symbols of shares (`$AB/$CD`). `after`: the characters that follow.
 */
export function isFormula(
  { raw, text }: { raw: string; text: string },
  before: string,
  after: string,
): boolean {
  if (noBeginning.test(text)) return false;
  if (raw.startsWith('$$')) return isDisplayed(raw.slice(2, -2), text);
  if (!mayFollow(text, before) || !mayPrecede(text, after)) return false;
  return !isSentence(text);
}

/** “$$” is also a level of prices. */
function isDisplayed(content: string, text: string): boolean {
  if (tex.test(text)) return true;
  return /[\p{L}\p{N}]/u.test(text) && !(/^[ \t]/.test(content) && hasWords(text));
}

/** After a letter or number a formula begins with a sign of formulas, as in `10$^3$`. */
function mayFollow(text: string, before: string): boolean {
  if (before === '$') return false;
  const isWord = /[\p{L}\p{N}]/u.test(before) && !chineseJapaneseKorean.test(before);
  return !isWord || /^[\\^_]/.test(text);
}

function mayPrecede(text: string, after: string): boolean {
  if (/^(?:[\\^]|_(?:[\da-z]|\{[^{}]*\})$)/.test(text) && /^[\p{Script=Latin}\d]/u.test(after))
    return true;
  if (/^\d/.test(after)) return false;
  if (/^(?:[.,]\d|_\w)/.test(after)) return false;
  if (/^\p{Script=Latin}/u.test(after)) {
    return /[\w)\]}'*]$/.test(text) && !/^[A-Za-z]{2,}\w*$/.test(text) && wordEnd.test(after);
  }
  return freeEnd.test(after) || (/[\p{L}\p{N})\]}'*]$/u.test(text) && !/^[{_]/.test(after));
}

/** Whether words are between the dollars, as in “$5 here or 6$ there”. */
function isSentence(text: string): boolean {
  if (chineseJapaneseKorean.test(text) && !text.includes('\\')) {
    if (widePunctuation.test(text)) return true;
    return /[A-Za-z\d]/.test(text) && !operator.test(text);
  }
  return !tex.test(text) && /^(?:\d|\p{L}{2,}[\s,.])/u.test(text) && hasWords(text);
}

function hasWords(text: string): boolean {
  return /(?:^|[\s(])(?:\p{L}{2,}|[à-ÿ])(?![\p{L}(])/u.test(text.replace(mathsWords, ''));
}
