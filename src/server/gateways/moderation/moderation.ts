/** The result of checking a text. */
export type Verdict = {
  flagged: boolean;
  /** Names of what was found, as the provider calls it. */
  categories: readonly string[];
};

/** Checks what users ask before it is sent to a model. */
export type ModerationGateway = {
  /** Throws when there is no verdict, also when `signal` aborts. */
  check(text: string, signal: AbortSignal): Promise<Verdict>;
};
