import { ownValue } from '#domain/ownValue.ts';

/** The kinds of suggested questions in an empty chat with a model: the message keys `chat.suggestions.{set}`. */
export const suggestionSets = ['everyday', 'documents', 'craft', 'thorough'] as const;

export type SuggestionSet = (typeof suggestionSets)[number];

/** The suggestions of the shipped models, other than everyday questions. */
const sets: Readonly<Record<string, SuggestionSet>> = {
  'gpt-4-1106-preview': 'thorough',
  'gpt-4-turbo': 'documents',
  'gpt-6-sol': 'craft',
  'claude-2': 'documents',
  'claude-3-sonnet': 'documents',
  'claude-3.5-sonnet': 'craft',
  'claude-3-opus': 'thorough',
  'claude-haiku-5-5': 'documents',
  'claude-sonnet-5-5': 'craft',
  'claude-opus-5-5': 'thorough',
  'llama-3.1-70b-versatile': 'craft',
  'gpt-oss-120b': 'craft',
};

/** Returns the suggestions that fit a model; everyday questions for models of the operator. */
export function suggestionSetFor(modelId: string): SuggestionSet {
  return ownValue(sets, modelId) ?? 'everyday';
}
