import { type AnswerParser, parseEvent, sumTokens } from '#server/gateways/models/answerParser.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import { finishReasonOf } from '#server/gateways/models/finishReasons.ts';
import type { Finish } from '#server/gateways/models/models.ts';
import { at, listAt, textAt } from '#server/gateways/readJson.ts';

/**
 * Parses OpenAI's chat completions, which Groq and all compatible servers send as well:
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class ChatCompletionsParser implements AnswerParser {
  readonly #provider: string;
  #reason: Finish['reason'] | undefined;
  #usage: unknown;
  #hasText = false;
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

  push(data: string): { text: string; isLast: boolean; thought?: string | undefined } {
    if (data.trimStart().startsWith('[DONE]')) {
      // Some servers name no reason. Their `[DONE]` says the same, unlike the end of a connection.
      if (this.#hasText) this.#reason ??= 'stop';
      return { text: '', isLast: true };
    }
    const event = parseEvent(this.#provider, data);
    const error = at(event, 'error') ?? at(event, 'x_groq', 'error');
    if (error) throw toUpstreamError(this.#provider, { error });
    this.#usage = at(event, 'usage') ?? at(event, 'x_groq', 'usage') ?? this.#usage;
    const choice = firstChoice(event);
    const reason =
      finishReasonOf(at(choice, 'finish_reason')) ?? finishReasonOf(at(choice, 'finishReason'));
    this.#reason = reason ?? this.#reason;
    const delta = at(choice, 'delta');
    const text = this.#textOf(delta) || this.#wholeText(choice);
    this.#hasText ||= text !== '';
    const thought = textAt(delta, 'reasoning_content') || textAt(delta, 'reasoning') || undefined;
    return { text, isLast: false, thought };
  }

  pushWhole(data: string): string {
    const { text } = this.push(data);
    if (this.#hasText) this.#reason ??= 'stop';
    return text;
  }

  /**
   * Returns the text of an answer that is sent as a whole. Some servers repeat in it the text that they have streamed.
   */
  #wholeText(choice: unknown): string {
    return this.#hasText ? '' : this.#textOf(at(choice, 'message'));
  }

  #textOf(delta: unknown): string {
    const refusal = textAt(delta, 'refusal');
    if (refusal !== '') this.#hasRefusal = true;
    const parts = listAt(delta, 'content').filter((part) => at(part, 'type') === 'text');
    return textAt(delta, 'content') + parts.map((part) => textAt(part, 'text')).join('') + refusal;
  }
}

/** Returns the choice with index 0. A gateway may ask for several, whose texts arrive in turns. */
function firstChoice(event: object): unknown {
  return listAt(event, 'choices').find((choice) => Number(at(choice, 'index') ?? 0) === 0);
}
