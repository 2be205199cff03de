import { parseJson } from '#server/gateways/readJson.ts';

/** Private things that a log must not contain, beside e-mail addresses, queries, gift codes and tokens, which are found by their form. */
export type Private = {
  /** Sign-in codes: found as words of their own. */
  codes: readonly string[];
  /** Keys and tokens: found anywhere. */
  secrets: readonly string[];
  /** Questions, answers, names: found anywhere, from twelve characters on. */
  texts: readonly string[];
};

const shortestText = 12;

/** Parts of a line that contain any digits and letters: ids, digests, times. */
const ids =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{16,64}\b|\d{4}-\d\d-\d\dT[\d:.]+Z?/gi;

const forms: readonly (readonly [string, RegExp])[] = [
  ['an e-mail address', /[^\s"'<>@/]+@[^\s"'<>@/]+\.[a-z]{2,}/i],
  ['a query', /\?[\w-]+=/],
  ['a gift code', /\b(?:[2-9A-HJ-KMNP-TW-Z]{4}-?){3}[2-9A-HJ-KMNP-TW-Z]{4}\b/],
  ['a token', /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/],
];

/**
 * Returns a sentence for each line of a log that contains something private, or that is no JSON although it should be. The
 * sentence repeats the line.
 */
export function findLeaks(
  log: string,
  { codes, secrets, texts }: Private,
  isJson = true,
): string[] {
  const anywhere = [...secrets, ...texts.filter((text) => text.length >= shortestText)];
  const isCode = codes.length === 0 ? undefined : new RegExp(`\\b(?:${codes.join('|')})\\b`);
  return log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const value = isJson ? parseJson(line) : { line };
      if (typeof value !== 'object' || value === null) return [`no JSON: ${line}`];
      const words = stringsIn(value).map((text) => text.replaceAll(ids, ''));
      const found = [
        ...forms.flatMap(([name, form]) => (words.some((text) => form.test(text)) ? [name] : [])),
        ...(isCode && words.some((text) => isCode.test(text)) ? ['a code'] : []),
        ...(anywhere.some((text) => stringsIn(value).some((one) => one.includes(text)))
          ? ['a secret or a text']
          : []),
      ];
      return found.map((name) => `${name}: ${line}`);
    });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)]);
}
