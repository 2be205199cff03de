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
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filtered',
};

/** Reads Anthropic's Messages API. Events of kinds that it does not know are left out, as Anthropic asks of clients. */
export class MessagesReader implements AnswerReader {
  readonly #provider: string;
  #reason: Finish['reason'] | undefined;
  #usage: Loose = {};

  constructor(provider: string) {
    this.#provider = provider;
  }

  get finish(): Finish | undefined {
    if (this.#reason === undefined) return undefined;
    const usage = this.#usage;
    return {
      reason: this.#reason,
      inputTokens: tokensOf(
        usage['input_tokens'],
        usage['cache_creation_input_tokens'],
        usage['cache_read_input_tokens'],
      ),
      outputTokens: tokensOf(usage['output_tokens']),
    };
  }

  take(data: string): { text: string; isLast: boolean } {
    const event = parseEvent(this.#provider, data);
    switch (event['type']) {
      case 'message_start':
        this.#usage = looseOf(looseOf(event['message'])['usage']);
        break;
      case 'content_block_start':
        return { text: textOf(looseOf(event['content_block'])['text']), isLast: false };
      case 'content_block_delta':
        return { text: deltaTextOf(looseOf(event['delta'])), isLast: false };
      case 'message_delta':
        this.#noteDelta(event);
        break;
      case 'message_stop':
        return { text: '', isLast: true };
      case 'error':
        throw toUpstreamError(this.#provider, event);
    }
    return { text: '', isLast: false };
  }

  #noteDelta(event: Loose): void {
    const reason = looseOf(event['delta'])['stop_reason'];
    if (typeof reason === 'string') this.#reason = finishReasons[reason] ?? 'other';
    const told = Object.entries(looseOf(event['usage'])).filter(([, value]) => value !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(told) };
  }
}

/** Kinds of deltas to come may have texts that are no part of the answer. */
function deltaTextOf({ type, text }: Loose): string {
  return type === undefined || type === 'text_delta' ? textOf(text) : '';
}
