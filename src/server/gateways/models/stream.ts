import type {
  LanguageModelV4,
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import type { AnswerReader } from '#server/gateways/models/answerReader.ts';
import { ChatCompletionsReader } from '#server/gateways/models/chatCompletions.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import type { Reasoning } from '#server/gateways/models/mapping.ts';
import { MessagesReader } from '#server/gateways/models/messagesProtocol.ts';
import type { Finish, ModelRequest, PromptTurn } from '#server/gateways/models/models.ts';
import { post } from '#server/gateways/models/post.ts';
import { Answer } from '#server/gateways/models/answer.ts';
import { type WrittenRequest, writeRequest } from '#server/gateways/models/writeRequest.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Tokens that an upstream gets for thinking, beside those of an answer that its user wants short. */
const thinkingTokens = 1_024;

export type Upstream = {
  /** For error messages. */
  provider: string;
  languageModel: LanguageModelV4;
  reasoning: Reasoning | undefined;
};

/**
 * Asks an upstream, once it is connected, and lets `hear` have each text as it comes. Returns how it finished. Throws
 * `UpstreamError` with the reason when there is no such end, and the signal's own reason when `signal` aborts. However
 * it ends, the upstream's connection is given up.
 */
export async function streamAnswer(
  connect: () => Promise<Upstream>,
  request: ModelRequest,
  signal: AbortSignal,
  hear: (text: string) => void,
): Promise<Finish> {
  signal.throwIfAborted();
  const upstream = await connect();
  const { provider, languageModel } = upstream;
  let answer: Answer | undefined;
  try {
    const written = await untilAborted(write(upstream, request), signal);
    const stream = await post(provider, written, signal);
    answer = new Answer(provider, stream, readerFor(provider, languageModel), signal, hear);
    return await answer.finish();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toUpstreamError(provider, error);
  } finally {
    answer?.leave();
  }
}

async function write(
  { languageModel, reasoning }: Upstream,
  request: ModelRequest,
): Promise<WrittenRequest> {
  return writeRequest(languageModel, {
    prompt: await promptOf(request),
    maxOutputTokens: outputTokensOf(request, reasoning),
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(reasoning && { reasoning }),
  });
}

/** Anthropic has a protocol of its own; everybody else speaks OpenAI's. */
function readerFor(provider: string, languageModel: LanguageModelV4): AnswerReader {
  return languageModel.provider.startsWith('anthropic')
    ? new MessagesReader(provider)
    : new ChatCompletionsReader(provider);
}

/** Reasoning counts as output at the upstream: it must not use up a short answer. */
function outputTokensOf(
  { model, maxOutputTokens = model.maxOutputTokens }: ModelRequest,
  reasoning: Reasoning | undefined,
): number {
  const forThinking = reasoning === 'low' ? thinkingTokens : 0;
  return Math.min(maxOutputTokens + forThinking, model.maxOutputTokens);
}

/** Answers that never got a word are left out: providers refuse empty messages, and empty texts beside files. */
async function promptOf(request: ModelRequest): Promise<LanguageModelV4Prompt> {
  const prompt: LanguageModelV4Prompt = [];
  if (request.instructions) prompt.push({ role: 'system', content: request.instructions });
  for (const turn of request.turns) {
    const texts = turn.text.trim() === '' ? [] : [{ type: 'text' as const, text: turn.text }];
    const files = await filesOf(turn);
    if (files.length + texts.length === 0) continue;
    if (turn.role === 'assistant') prompt.push({ role: 'assistant', content: texts });
    else prompt.push({ role: 'user', content: [...files, ...texts] });
  }
  return prompt;
}

async function filesOf({ files = [] }: PromptTurn): Promise<LanguageModelV4FilePart[]> {
  const parts: LanguageModelV4FilePart[] = [];
  for (const file of files) {
    const data = { type: 'data' as const, data: await file.read() };
    parts.push({ type: 'file', filename: file.name, mediaType: file.type, data });
  }
  return parts;
}
