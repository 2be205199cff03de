import { type AnswerParser, parseEvent, sumTokens } from '#server/gateways/models/answerParser.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import type { Finish } from '#server/gateways/models/models.ts';
import { at, textAt } from '#server/gateways/readJson.ts';

const finishReasons: Readonly<Record<string, Finish['reason']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filtered',
};

/**
 * Parses Anthropic's Messages API: https://docs.claude.com/en/docs/build-with-claude/streaming
 * Events of unknown types are ignored, as Anthropic asks of clients.
 */
export class MessagesParser implements AnswerParser {
  readonly #provider: string;
  #reason: Finish['reason'] | undefined;
  #usage: object = {};

  constructor(provider: string) {
    this.#provider = provider;
  }

  get finish(): Finish | undefined {
    if (this.#reason === undefined) return undefined;
    return {
      reason: this.#reason,
      inputTokens: sumTokens(
        at(this.#usage, 'input_tokens'),
        at(this.#usage, 'cache_creation_input_tokens'),
        at(this.#usage, 'cache_read_input_tokens'),
      ),
      outputTokens: sumTokens(at(this.#usage, 'output_tokens')),
    };
  }

  push(data: string): { text: string; isLast: boolean } {
    const event = parseEvent(this.#provider, data);
    switch (at(event, 'type')) {
      case 'message_start':
        this.#addUsage(at(event, 'message', 'usage'));
        break;
      case 'content_block_start':
        return { text: textAt(event, 'content_block', 'text'), isLast: false };
      case 'content_block_delta':
        return { text: deltaText(at(event, 'delta')), isLast: false };
      case 'message_delta':
        this.#readDelta(event);
        break;
      case 'message_stop':
        return { text: '', isLast: true };
      case 'error':
        throw toUpstreamError(this.#provider, event);
    }
    return { text: '', isLast: false };
  }

  #readDelta(event: object): void {
    const reason = at(event, 'delta', 'stop_reason');
    if (typeof reason === 'string') this.#reason = finishReasons[reason] ?? 'other';
    this.#addUsage(at(event, 'usage'));
  }

  /** Later counts replace earlier ones; `null` replaces none. */
  #addUsage(usage: unknown): void {
    const counts = Object.entries(usage ?? {}).filter(([, count]) => count !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(counts) };
  }
}

/** Deltas of future types may have texts that are not part of the answer. */
function deltaText(delta: unknown): string {
  const type = at(delta, 'type');
  return type === undefined || type === 'text_delta' ? textAt(delta, 'text') : '';
}
