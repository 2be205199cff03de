import type { ChatSettings } from '#contract/chat/chatSettings.ts';
import { historyMaxTurns, systemPromptMaxCharacters } from '#domain/chat/chatSettings.ts';
import { type Message, message } from '#stores/browser/message.ts';
import type { ChatModel } from '#stores/models/models.ts';

/** The texts of the settings' fields. An empty one uses the model's default. */
export type SettingsFields = {
  temperature: string;
  maxOutput: string;
  history: string;
  systemPrompt: string;
};

export type FieldName = keyof SettingsFields;

/** The highest values of the fields. */
type SettingsLimits = { maxOutput: number; history: number; systemPrompt: number };

type ParsedFields =
  | { valid: true; settings: Omit<ChatSettings, 'send_key'> }
  | { valid: false; problems: Partial<Record<FieldName, Message>> };

/** Tokens. Fewer do not suffice for a sentence. */
const leastOutput = 16;

/** Returns the limits of the fields. That of the output is the longest answer of any model. */
export function settingsLimits(models: readonly ChatModel[]): SettingsLimits {
  const longest = Math.max(0, ...models.map((model) => model.max_output_tokens));
  return {
    maxOutput: Math.min(100_000, Math.max(leastOutput, longest)),
    history: historyMaxTurns,
    systemPrompt: systemPromptMaxCharacters,
  };
}

export function toFields(settings: ChatSettings): SettingsFields {
  return {
    temperature: textOf(settings.temperature),
    maxOutput: textOf(settings.max_output_tokens),
    history: textOf(settings.history_turns),
    systemPrompt: settings.system_prompt ?? '',
  };
}

/** Parses the fields. Returns the settings, or a problem for each invalid field. */
export function readFields(fields: SettingsFields, limits: SettingsLimits): ParsedFields {
  const temperature = numberOf(fields.temperature, 0, 2, /^\d(?:[.,]\d{1,2})?$/);
  const maxOutput = numberOf(fields.maxOutput, leastOutput, limits.maxOutput, /^\d+$/);
  const history = numberOf(fields.history, 0, limits.history, /^\d+$/);
  const prompt = fields.systemPrompt.trim();
  const tooLong = prompt.length - limits.systemPrompt;
  const problems: Partial<Record<FieldName, Message>> = {
    ...(temperature === undefined && { temperature: rangeProblem(0, 2) }),
    ...(maxOutput === undefined && { maxOutput: rangeProblem(leastOutput, limits.maxOutput) }),
    ...(history === undefined && { history: rangeProblem(0, limits.history) }),
    ...(tooLong > 0 && {
      systemPrompt: message('conversations.settings.tooLong', { count: tooLong }),
    }),
  };
  if (temperature === undefined || maxOutput === undefined || history === undefined || tooLong > 0)
    return { valid: false, problems };
  return {
    valid: true,
    settings: {
      temperature,
      max_output_tokens: maxOutput,
      history_turns: history,
      system_prompt: prompt === '' ? null : prompt,
    },
  };
}

/** Returns `null` for an empty text, `undefined` for one that is not a number between `least` and `most`. */
function numberOf(
  text: string,
  least: number,
  most: number,
  pattern: RegExp,
): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!pattern.test(typed)) return undefined;
  const value = Number(typed.replace(',', '.'));
  return value >= least && value <= most ? value : undefined;
}

function rangeProblem(least: number, most: number): Message {
  return message('conversations.settings.range', { least, most });
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}
