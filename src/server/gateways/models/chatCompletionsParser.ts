import { type AnswerParser, parseEvent, sumTokens } from '#server/gateways/models/answerParser.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import type { Finish } from '#server/gateways/models/models.ts';
import { at, listAt, textAt } from '#server/gateways/readJson.ts';

const finishReasons: Readonly<Record<string, Finish['reason']>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

/**
 * Parses OpenAI's chat completions, which Groq and all compatible servers send as well:
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class ChatCompletionsParser implements AnswerParser {
  readonly #provider: string;
  #reason: Finish['reason'] | undefined;
  #usage: unknown;
  #hasRefusal = false;

  constructor(provider: string) {
    this.#provider = provider;
  }

  get finish(): Finish | undefined {
    if (this.#reason === undefined) return undefined;
    // Some models send a refusal in its own field, and then name the reason `stop`.
    const isFiltered = this.#hasRefusal && this.#reason === 'stop';
    return {
      reason: isFiltered ? 'filtered' : this.#reason,
      inputTokens: sumTokens(at(this.#usage, 'prompt_tokens')),
      outputTokens: sumTokens(at(this.#usage, 'completion_tokens')),
    };
  }

  push(data: string): { text: string; isLast: boolean } {
    if (data.startsWith('[DONE]')) return { text: '', isLast: true };
    const event = parseEvent(this.#provider, data);
    const error = at(event, 'error') ?? at(event, 'x_groq', 'error');
    if (error) throw toUpstreamError(this.#provider, { error });
    this.#usage = at(event, 'usage') ?? at(event, 'x_groq', 'usage') ?? this.#usage;
    const choice = at(event, 'choices', 0);
    const reason = at(choice, 'finish_reason');
    if (typeof reason === 'string') this.#reason = finishReasons[reason] ?? 'other';
    return { text: this.#textOf(at(choice, 'delta')), isLast: false };
  }

  #textOf(delta: unknown): string {
    const refusal = textAt(delta, 'refusal');
    if (refusal !== '') this.#hasRefusal = true;
    const parts = listAt(delta, 'content').filter((part) => at(part, 'type') === 'text');
    return textAt(delta, 'content') + parts.map((part) => textAt(part, 'text')).join('') + refusal;
  }
}
