import type {
  LanguageModelV4,
  LanguageModelV4FilePart,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { FailureReason } from '#contract/chat.ts';
import { endedWithoutFinish, toUpstreamError } from '#server/gateways/models/failure.ts';
import type { Reasoning } from '#server/gateways/models/mapping.ts';
import {
  type ModelPart,
  type ModelRequest,
  type PromptTurn,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import { textCleaner } from '#server/gateways/models/textCleaner.ts';

/** The longest answer taken from an upstream, in UTF-16 units; the longest real one has some ten thousand. */
const answerMaxLength = 2_000_000;

/** Tokens that an upstream gets for thinking, beside those of an answer that its user wants short. */
const thinkingTokens = 1_024;

/** Milliseconds that an upstream gets to close a finished answer, so that its connection can be used again. */
const closingTime = 1_000;

export type Upstream = {
  /** For error messages. */
  provider: string;
  languageModel: LanguageModelV4;
  reasoning: Reasoning | undefined;
};

/**
 * Asks an upstream and yields what it says: texts, then exactly one `finish`. Throws `UpstreamError` with the reason
 * when there is no such end, and the signal's own reason when `signal` aborts. However it ends, also by the reader
 * leaving, the upstream's connection is given up.
 */
export async function* streamParts(
  upstream: Upstream,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, void, undefined> {
  signal.throwIfAborted();
  const leaving = new AbortController();
  let finished = false;
  try {
    const { stream } = await upstream.languageModel.doStream({
      prompt: await promptOf(request),
      maxOutputTokens: outputTokensOf(request, upstream.reasoning),
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      abortSignal: AbortSignal.any([signal, leaving.signal]),
      ...(upstream.reasoning && { reasoning: upstream.reasoning }),
    });
    for await (const part of readParts(upstream.provider, stream.getReader())) {
      finished = part.type === 'finish';
      yield part;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toUpstreamError(upstream.provider, error);
  } finally {
    if (finished) setTimeout(() => leaving.abort(), closingTime).unref();
    else leaving.abort();
  }
}

/** What an upstream thinks counts as output: a short answer must not be used up by thinking. */
function outputTokensOf(
  { model, maxOutputTokens = model.maxOutputTokens }: ModelRequest,
  reasoning: Reasoning | undefined,
): number {
  const forThinking = reasoning === 'low' ? thinkingTokens : 0;
  return Math.min(maxOutputTokens + forThinking, model.maxOutputTokens);
}

async function* readParts(
  provider: string,
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
): AsyncGenerator<ModelPart, void, undefined> {
  const clean = textCleaner();
  let length = 0;
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done) throw endedWithoutFinish(provider);
    if (part.type === 'error') throw toUpstreamError(provider, part.error);
    if (part.type === 'finish') {
      yield finishOf(provider, part);
      return;
    }
    const text = part.type === 'text-delta' ? clean(part.delta) : '';
    if (text === '') continue;
    length += text.length;
    if (length > answerMaxLength) {
      throw new UpstreamError('upstream_error', `The answer of ${provider} does not end`);
    }
    yield { type: 'text', text };
  }
}

function finishOf(
  provider: string,
  part: Extract<LanguageModelV4StreamPart, { type: 'finish' }>,
): ModelPart {
  const failure = failureOf(part.finishReason.unified);
  if (failure === 'upstream_cut') throw endedWithoutFinish(provider);
  if (failure) throw new UpstreamError(failure, `${provider} broke off its answer`);
  return {
    type: 'finish',
    reason: finishReasonOf(part.finishReason.unified),
    // No question and no answer has zero tokens: some adapters say 0 for unknown.
    inputTokens: part.usage.inputTokens.total || undefined,
    outputTokens: part.usage.outputTokens.total || undefined,
  };
}

function failureOf(unified: LanguageModelV4FinishReason['unified']): FailureReason | undefined {
  if (unified === 'interrupted') return 'upstream_cut';
  return unified === 'error' ? 'upstream_error' : undefined;
}

function finishReasonOf(
  unified: LanguageModelV4FinishReason['unified'],
): Extract<ModelPart, { type: 'finish' }>['reason'] {
  if (unified === 'stop' || unified === 'length') return unified;
  return unified === 'content-filter' ? 'filtered' : 'other';
}

/** Answers that never got a word are left out: providers refuse empty messages. */
async function promptOf(request: ModelRequest): Promise<LanguageModelV4Prompt> {
  const prompt: LanguageModelV4Prompt = [];
  if (request.instructions) prompt.push({ role: 'system', content: request.instructions });
  for (const turn of request.turns) {
    if (turn.text.trim() === '') continue;
    const text = { type: 'text' as const, text: turn.text };
    if (turn.role === 'assistant') prompt.push({ role: 'assistant', content: [text] });
    else prompt.push({ role: 'user', content: [...(await filesOf(turn)), text] });
  }
  return prompt;
}

async function filesOf({ files = [] }: PromptTurn): Promise<LanguageModelV4FilePart[]> {
  const parts: LanguageModelV4FilePart[] = [];
  for (const { type, name, read } of files) {
    const data = { type: 'data' as const, data: await read() };
    parts.push({ type: 'file', filename: name, mediaType: type, data });
  }
  return parts;
}
