/** The result of checking a text. */
export type Verdict = {
  flagged: boolean;
  /** The provider's names of the categories that were found. */
  categories: readonly string[];
};

/** Checks questions before they are sent to a model. */
export type ModerationGateway = {
  /** Throws when there is no verdict, and when `signal` aborts. */
  check(text: string, signal: AbortSignal): Promise<Verdict>;
};
