import type { Config } from '#server/config.ts';
import type { CorePlatform, ModelPlatform } from '#server/context.ts';

export type Level = 'ok' | 'warning' | 'problem';

/** The result of a check: a sentence, and the operator's next step. */
export type Finding = { level: Level; text: string; next: string | null };

/** A check of one part. It changes nothing, and is given up after `seconds`. */
type Check<Examined> = {
  name: string;
  seconds: number;
  run: (examined: Examined) => Promise<Finding[]>;
};

export type ConfigCheck = Check<Config>;
/** A check of a database of any schema. */
export type DatabaseCheck = Check<CorePlatform>;
/** A check that reads tables of this version. */
export type ModelCheck = Check<ModelPlatform>;

export function ok(text: string): Finding {
  return { level: 'ok', text, next: null };
}

export function warning(text: string, next: string): Finding {
  return { level: 'warning', text, next };
}

export function problem(text: string, next: string): Finding {
  return { level: 'problem', text, next };
}

/** Returns the reason of a failed request: that of its cause, if there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) {
    return cause.errors[0].message;
  }
  return cause instanceof Error ? cause.message : error.message;
}
