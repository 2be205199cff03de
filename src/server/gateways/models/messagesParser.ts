import { type AnswerParser, parseEvent, sumTokens } from '#server/gateways/models/answerParser.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import { finishReasonOf } from '#server/gateways/models/finishReasons.ts';
import type { Finish } from '#server/gateways/models/models.ts';
import { at, listAt, textAt } from '#server/gateways/readJson.ts';

/**
 * Parses Anthropic's Messages API: https://docs.claude.com/en/docs/build-with-claude/streaming
 * Events of unknown types are ignored, as Anthropic asks of clients.
 */
export class MessagesParser implements AnswerParser {
  readonly #provider: string;
  #reason: Finish['reason'] | undefined;
  #usage: object = {};
  #hasText = false;

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

  push(data: string): { text: string; isLast: boolean; thought: string | undefined } {
    const event = parseEvent(this.#provider, data);
    const { text, isLast } = this.#read(event);
    this.#hasText ||= text !== '';
    // Some servers name no reason. Their last event says the same, unlike the end of a connection.
    if (isLast && this.#hasText) this.#reason ??= 'stop';
    const isThought = at(event, 'delta', 'type') === 'thinking_delta';
    return { text, isLast, thought: isThought ? textAt(event, 'delta', 'thinking') : undefined };
  }

  pushWhole(data: string): string {
    return this.push(data).text;
  }

  #read(event: object): { text: string; isLast: boolean } {
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
      case 'message':
        return { text: this.#readMessage(event), isLast: true };
      case 'message_stop':
        return { text: '', isLast: true };
      case 'error':
        throw toUpstreamError(this.#provider, event);
    }
    return { text: '', isLast: false };
  }

  /** Reads an answer that is sent as a whole. */
  #readMessage(message: object): string {
    this.#reason = finishReasonOf(at(message, 'stop_reason')) ?? this.#reason;
    this.#addUsage(at(message, 'usage'));
    const blocks = listAt(message, 'content').filter((block) => at(block, 'type') === 'text');
    return blocks.map((block) => textAt(block, 'text')).join('');
  }

  #readDelta(event: object): void {
    this.#reason = finishReasonOf(at(event, 'delta', 'stop_reason')) ?? this.#reason;
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
