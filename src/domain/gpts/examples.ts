/** Limits of the examples of a GPT. Texts in characters. */
export const exampleLimits = {
  /** Examples of a GPT that are shown, and that a row of an import may have. */
  count: 3,
  question: 1_000,
  answer: 8_000,
  /** The name of the model that answered. */
  model: 200,
} as const;

export const exampleSources = ['author', 'sampled'] as const;

/** Who answered: the author of the GPT wrote the answer, or a model gave it when the operator asked. */
export type ExampleSource = (typeof exampleSources)[number];

/** A recorded question to a GPT, with its answer in Markdown. */
export type Example = {
  question: string;
  answer: string;
  source: ExampleSource;
  /** The name of the model that answered; `null` if the author did. It stays when the model is gone. */
  model: string | null;
  /** The day of the answer. */
  date: string;
  /** BCP 47 tag, if the texts are in another language than the GPT. */
  lang: string | null;
};
