/** What sends a question: Enter, or Ctrl+Enter (on a Mac, Command+Enter). */
export const sendKeys = ['enter', 'mod_enter'] as const;

export const systemPromptMaxCharacters = 8_000;

/** Pairs of question and answer that a model can hear again at most. */
export const historyMaxTurns = 500;

/** What holds until a user chooses otherwise. */
export const defaultChatSettings = {
  temperature: null,
  max_output_tokens: null,
  history_turns: null,
  system_prompt: null,
  send_key: 'enter',
} as const;
