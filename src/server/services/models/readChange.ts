import { type Language, languages } from '#domain/languages/languages.ts';
import { type ModelGroup, modelGroups } from '#domain/models/models.ts';
import { modelLimits } from '#domain/models/modelSettings.ts';
import { invalid, line, wholeNumber } from '#server/inputChecks.ts';
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
    ...(price !== undefined && { price: wholeNumber('The price', price, modelLimits.price) }),
    ...(maxInputTokens !== undefined && {
      maxInputTokens: wholeNumber('The input tokens', maxInputTokens, inputTokens),
    }),
    ...(stepTokens !== undefined && {
      stepTokens: wholeNumber('The tokens of a step', stepTokens, inputTokens),
    }),
    ...(maxOutputTokens !== undefined && {
      maxOutputTokens: wholeNumber('The output tokens', maxOutputTokens, outputTokens),
    }),
    ...(change.tips !== undefined && { tips: tipsOf(change.tips, tips) }),
  };
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
