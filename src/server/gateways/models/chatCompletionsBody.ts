import type { ModelProvider } from '#domain/models/models.ts';
import type { BodyInput, LoadedFile, LoadedTurn } from '#server/gateways/models/bodyInput.ts';
import { isOpenaiReasoning } from '#server/gateways/models/reasoning.ts';

/**
 * Returns the body of a request of OpenAI's chat completions, which Groq and all compatible servers take as well.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function chatCompletionsBody(
  provider: ModelProvider,
  { model, instructions, turns, maxTokens, temperature, reasoning }: BodyInput,
): object {
  const isReasoning = provider === 'openai' && isOpenaiReasoning(model);
  return {
    model,
    [isReasoning ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    temperature: takesTemperature() ? temperature : undefined,
    reasoning_effort: reasoning,
    messages: [
      ...(instructions
        ? [{ role: isReasoning ? 'developer' : 'system', content: instructions }]
        : []),
      ...turns.map(messageOf),
    ],
    stream: true,
    // Groq reports the tokens without being asked.
    ...(provider !== 'groq' && { stream_options: { include_usage: true } }),
  };

  /** OpenAI refuses it while a model reasons, and for its models that search. */
  function takesTemperature(): boolean {
    if (isReasoning) return reasoning === 'none';
    return provider !== 'openai' || !/^gpt-4o(?:-mini)?-search-preview/.test(model);
  }
}

function messageOf({ role, text, files }: LoadedTurn): object {
  if (files.length === 0) return { role, content: text };
  const texts = text === '' ? [] : [{ type: 'text', text }];
  return { role, content: [...files.map(partOf), ...texts] };
}

function partOf({ type, name, base64 }: LoadedFile): object {
  const url = `data:${type};base64,${base64}`;
  return type.startsWith('image/')
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: name, file_data: url } };
}
