import {
  type PersonalTexts,
  noPersonalTexts,
  personalInstructions,
} from '#domain/chat/personalTexts.ts';

/**
 * The key that sends a question: Enter, or Ctrl+Enter (on a Mac, Command+Enter). `auto`: Enter, except on touch screens,
 * where it begins a new line.
 */
export const sendKeys = ['auto', 'enter', 'mod_enter'] as const;

export const systemPromptMaxCharacters = 8_000;

/** Largest number of earlier questions with their answers that a model gets with a question. */
export const historyMaxTurns = 500;

/** Largest number of earlier messages that are sent with a question: the newest. */
export const sentMessages = 2 * historyMaxTurns;

/** The settings until a user chooses others. */
export const defaultChatSettings = {
  temperature: null,
  max_output_tokens: null,
  history_turns: null,
  system_prompt: null,
  send_key: 'auto',
} as const;

/** The options of an answer: the user's settings, limited to the options that the model or GPT allows. */
export type AnswerOptions = {
  /** `undefined` for the model's default. Adapters omit or lower it if an upstream does not accept it. */
  temperature: number | undefined;
  maxOutputTokens: number;
  historyTurns: number;
  /** The system prompt, with the user's personal texts at its end. */
  instructions: string | undefined;
};

/**
 * Returns the options of an answer. A GPT keeps its own instructions, and a model its limit of output tokens. Both also get
 * `personal`, the user's personal texts; chats that do not use them leave it out.
 */
export function answerOptionsOf(
  settings: {
    temperature: number | null;
    max_output_tokens: number | null;
    history_turns: number | null;
    system_prompt: string | null;
  },
  target: { gptId: string | null; instructions: string | undefined; maxOutputTokens: number },
  personal: PersonalTexts = noPersonalTexts,
): AnswerOptions {
  const own =
    target.gptId === null ? settings.system_prompt?.trim() || undefined : target.instructions;
  return {
    temperature: settings.temperature ?? undefined,
    maxOutputTokens: Math.min(settings.max_output_tokens ?? Infinity, target.maxOutputTokens),
    historyTurns: settings.history_turns ?? historyMaxTurns,
    instructions:
      [own ?? '', personalInstructions(personal)].filter(Boolean).join('\n\n') || undefined,
  };
}
