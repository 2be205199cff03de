import { type Language, languages } from '#domain/languages.ts';
import { type ModelGroup, modelGroups } from '#domain/models.ts';
import { modelLimits } from '#domain/modelSettings.ts';
import { dropOverrides } from '#domain/text.ts';
import { AppError } from '#server/errors.ts';
import type { StoredSetting } from '#server/services/models/readSettings.ts';

/** An operator's change to a model; omitted fields stay. A tip of `null` is removed. */
export type ModelChange = {
  title?: string | undefined;
  group?: string | undefined;
  price?: number | undefined;
  maxInputTokens?: number | undefined;
  stepTokens?: number | undefined;
  maxOutputTokens?: number | undefined;
  tips?: Readonly<Record<string, string | null>> | undefined;
};

type Columns = Partial<
  Omit<StoredSetting, 'id' | 'position' | 'hidden' | 'provider' | 'upstream' | 'updated' | 'coming'>
>;

/** Returns the columns of a change; `tips` are the stored tips. Throws `invalid_input` with a readable message. */
export function readChange(change: ModelChange, tips: StoredSetting['tips']): Columns {
  const { title, group, price, maxInputTokens, stepTokens, maxOutputTokens } = change;
  const { inputTokens, outputTokens } = modelLimits;
  return {
    ...(title !== undefined && { title: line('The title', title, modelLimits.title) }),
    ...(group !== undefined && { group: groupOf(group) }),
    ...(price !== undefined && { price: whole('The price', price, modelLimits.price) }),
    ...(maxInputTokens !== undefined && {
      maxInputTokens: whole('The input tokens', maxInputTokens, inputTokens),
    }),
    ...(stepTokens !== undefined && {
      stepTokens: whole('The tokens of a step', stepTokens, inputTokens),
    }),
    ...(maxOutputTokens !== undefined && {
      maxOutputTokens: whole('The output tokens', maxOutputTokens, outputTokens),
    }),
    ...(change.tips !== undefined && { tips: tipsOf(change.tips, tips) }),
  };
}

/** Returns a text on one line, without direction overrides. Throws `invalid_input`. */
export function line(what: string, text: string, most: number): string {
  const trimmed = dropOverrides(text).trim();
  if (trimmed === '') throw invalid(`${what} must say something`);
  if (/\p{Cc}/u.test(trimmed)) throw invalid(`${what} must be one line`);
  const { length } = [...trimmed];
  if (length > most) throw invalid(`${what} has ${length} characters, at most ${most} are allowed`);
  return trimmed;
}

export function invalid(sentence: string): AppError {
  return new AppError('invalid_input', sentence);
}

function whole(what: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw invalid(`${what} must be a whole number from 1 to ${most}`);
}

function groupOf(value: string): ModelGroup {
  const known = modelGroups.find((group) => group === value && group !== 'art');
  if (known) return known;
  const groups = modelGroups.filter((group) => group !== 'art').join(', ');
  throw invalid(`“${value}” is no group that text models can be in: ${groups}`);
}

function tipsOf(
  changed: Readonly<Record<string, string | null>>,
  before: StoredSetting['tips'],
): StoredSetting['tips'] {
  const tips: Partial<Record<Language, string>> = { ...before };
  for (const [name, text] of Object.entries(changed)) {
    const language = languages.find((one) => one === name);
    if (!language) throw invalid(`“${name}” is no language: ${languages.join(', ')}`);
    if (text === null) delete tips[language];
    else tips[language] = line(`The tip in ${language}`, text, modelLimits.tip);
  }
  return Object.keys(tips).length === 0 ? null : tips;
}
