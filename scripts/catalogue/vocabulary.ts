/** The words and templates for made-up texts of one language. */
export type Vocabulary = {
  lang: string;
  /** The frequency of the language, relative to the others. */
  weight: number;
  /** Templates; `{subject}`, `{role}` and `{kind}` are replaced. */
  name: string;
  roles: readonly string[];
  kinds: readonly string[];
  sentences: readonly string[];
  starters: readonly string[];
  welcome: string;
  /** In the order of `syntheticCategories`. */
  subjects: readonly (readonly string[])[];
};

/** Categories of the starter catalogue, so that both can be in one directory. */
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

/** Splits a list of words at “|”. */
export function words(text: string): string[] {
  return text.split('|').map((word) => word.trim());
}

/** Splits lists of words, one for each category, at “;”. */
export function subjects(text: string): string[][] {
  return text.split(';').map(words);
}
