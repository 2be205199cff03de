/** What synthetic texts of one language are put together from. */
export type Vocabulary = {
  lang: string;
  /** How often the language comes, beside the others. */
  weight: number;
  /** How name and sentences are built; `{subject}`, `{role}` and `{kind}` are replaced. */
  name: string;
  roles: readonly string[];
  kinds: readonly string[];
  sentences: readonly string[];
  starters: readonly string[];
  welcome: string;
  /** In the order of `syntheticCategories`. */
  subjects: readonly (readonly string[])[];
};

/** The same words as in the starter catalogue, so that both can be listed together. */
export const syntheticCategories = [
  'writing',
  'programming',
  'education',
  'business',
  'marketing',
  'design',
  'data',
  'research',
  'productivity',
  'health',
  'food-and-drink',
  'travel',
  'music',
  'fun',
] as const;

export const syntheticTags = words(
  `planning|checklist|beginner|expert|step-by-step|review|ideas|summary|translation|practice|templates|analysis
  |coaching|feedback|questions|stories|games|family|students|teachers|freelance|startup|career|interview|email|slides
  |spreadsheets|python|javascript|sql|photos|logos|colour|recipes|budget|weekend|nature|history|science|maths`,
);

/** Splits words at bars; within each category of a list, which ends with a semicolon, as well. */
export function words(text: string): string[] {
  return text.split('|').map((word) => word.trim());
}

/** Lists of words, one for each category. */
export function subjects(text: string): string[][] {
  return text.split(';').map(words);
}
