/** The key that sends a question: Enter, or Ctrl+Enter (on a Mac, Command+Enter). */
export const sendKeys = ['enter', 'mod_enter'] as const;

export const systemPromptMaxCharacters = 8_000;

/** Pairs of question and answer that a model can hear again at most. */
export const historyMaxTurns = 500;

/** Messages of a conversation that a question takes along at most: the newest. */
export const sentMessages = 2 * historyMaxTurns;

/** The settings until a user chooses others. */
export const defaultChatSettings = {
  temperature: null,
  max_output_tokens: null,
  history_turns: null,
  system_prompt: null,
  send_key: 'enter',
} as const;

/** How a question is asked: the settings of its user as far as they fit what it goes to. */
export type AnswerOptions = {
  /** `undefined` leaves it to the model. Adapters leave it out, or lower it, where an upstream takes none or less. */
  temperature: number | undefined;
  maxOutputTokens: number;
  historyTurns: number;
  /** The system prompt. */
  instructions: string | undefined;
};

/** A GPT keeps its own instructions, and no answer is longer than its model writes; the rest is as the user wants it. */
export function answerOptionsOf(
  settings: {
    temperature: number | null;
    max_output_tokens: number | null;
    history_turns: number | null;
    system_prompt: string | null;
  },
  target: { gptId: string | null; instructions: string | undefined; maxOutputTokens: number },
): AnswerOptions {
  return {
    temperature: settings.temperature ?? undefined,
    maxOutputTokens: Math.min(settings.max_output_tokens ?? Infinity, target.maxOutputTokens),
    historyTurns: settings.history_turns ?? historyMaxTurns,
    instructions:
      target.gptId === null ? settings.system_prompt?.trim() || undefined : target.instructions,
  };
}
