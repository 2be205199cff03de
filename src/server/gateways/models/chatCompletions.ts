import {
  type AnswerReader,
  type Loose,
  looseOf,
  parseEvent,
  textOf,
  tokensOf,
} from '#server/gateways/models/answerReader.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import type { Finish } from '#server/gateways/models/models.ts';

const finishReasons: Readonly<Record<string, Finish['reason']>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

/** Reads OpenAI's chat completions, which Groq and all compatible servers speak as well. */
export class ChatCompletionsReader implements AnswerReader {
  readonly #provider: string;
  #reason: Finish['reason'] | undefined;
  #usage: Loose = {};
  #isRefusal = false;

  constructor(provider: string) {
    this.#provider = provider;
  }

  get finish(): Finish | undefined {
    if (this.#reason === undefined) return undefined;
    // Some models refuse in a field of its own, and then stop as usual.
    const isFiltered = this.#isRefusal && this.#reason === 'stop';
    return {
      reason: isFiltered ? 'filtered' : this.#reason,
      inputTokens: tokensOf(this.#usage['prompt_tokens']),
      outputTokens: tokensOf(this.#usage['completion_tokens']),
    };
  }

  take(data: string): { text: string; isLast: boolean } {
    if (data.startsWith('[DONE]')) return { text: '', isLast: true };
    const event = parseEvent(this.#provider, data);
    const groq = looseOf(event['x_groq']);
    const error = event['error'] ?? groq['error'];
    if (error) throw toUpstreamError(this.#provider, { error });
    this.#usage = looseOf(event['usage'] ?? groq['usage'] ?? this.#usage);
    const choice = firstChoiceOf(event);
    const reason = choice['finish_reason'];
    if (typeof reason === 'string') this.#reason = finishReasons[reason] ?? 'other';
    return { text: this.#textOf(looseOf(choice['delta'])), isLast: false };
  }

  #textOf(delta: Loose): string {
    const refusal = textOf(delta['refusal']);
    if (refusal !== '') this.#isRefusal = true;
    const { content } = delta;
    if (!Array.isArray(content)) return textOf(content) + refusal;
    const parts = content.map(looseOf).filter(({ type }) => type === 'text');
    return parts.map(({ text }) => textOf(text)).join('') + refusal;
  }
}

function firstChoiceOf({ choices }: Loose): Loose {
  return looseOf(Array.isArray(choices) ? choices[0] : undefined);
}
