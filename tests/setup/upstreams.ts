import type { SandboxFile, SandboxQuestion } from '#server/gateways/models/sandboxAnswer.ts';
import {
  openaiFailure,
  openaiFraming,
  openaiFrames,
  readChatRequest,
} from '#server/gateways/models/sandboxOpenai.ts';
import type { FinishReason } from '#server/gateways/models/sandboxScript.ts';
import {
  type Frames,
  type Framing,
  type ListedModel,
  type SandboxServer,
  startSandboxServer,
} from '#server/gateways/models/sandboxServer.ts';
import type { ModelProvider } from '#domain/models/models.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import * as z from 'zod/mini';

export type FakeUpstream = Omit<SandboxServer, 'origin'> & {
  config: ProviderConfig;
  /** The requests so far, as they came over the wire. */
  requests: UpstreamRequest[];
  /** Its list of models. */
  listed: ListedModel[];
};

/** The part that all providers name the same; `content` is a text or a list of parts. */
export type UpstreamRequest = {
  model: string;
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  system?: unknown;
  messages: { role: string; content: unknown }[];
};

/** The key that fake upstreams are configured with, and repeat in their errors. */
export const upstreamKey = 'sk-Test-Key-0123456789';

/** A real HTTP server that speaks a provider's wire protocol and follows the sandbox's commands. */
export async function startUpstream(name: ModelProvider): Promise<FakeUpstream> {
  const requests: UpstreamRequest[] = [];
  const listed: ListedModel[] = [];
  const framing: Framing = {
    ...framings[name],
    read: (body) => {
      requests.push(body as UpstreamRequest);
      return framings[name].read(body);
    },
  };
  const { origin, ...server } = await startSandboxServer(framing, { models: listed });
  const baseUrl = `${origin}${name === 'groq' ? '/openai/v1' : '/v1'}`;
  return {
    ...server,
    requests,
    listed,
    config: { name, apiKey: upstreamKey, baseUrl, model: undefined },
  };
}

/** The texts of a request, each with its role: `user: Hello`. */
export function readPromptTexts(request: UpstreamRequest | undefined): string[] {
  const system = request?.system === undefined ? [] : [{ role: 'system', content: request.system }];
  return [...system, ...(request?.messages ?? [])].map(({ role, content }) => {
    const parts = Array.isArray(content) ? content : [{ text: content }];
    const texts = parts.map((part: { text?: unknown }) =>
      typeof part.text === 'string' ? part.text : '',
    );
    return `${role === 'developer' ? 'system' : role}: ${texts.join('')}`;
  });
}

const groqFraming: Framing = {
  path: '/openai/v1/chat/completions',
  read: readChatRequest,
  frames: (question) =>
    openaiFrames(question, ({ input, output }) => ({
      x_groq: { usage: { prompt_tokens: input, completion_tokens: output } },
    })),
  failure: openaiFailure,
};

const part = z.looseObject({
  text: z.optional(z.string()),
  title: z.optional(z.string()),
  source: z.optional(z.looseObject({ media_type: z.string(), data: z.string() })),
});

const content = z.union([z.string(), z.array(part)]);

const messagesRequest = z.looseObject({
  model: z.string(),
  max_tokens: z.int(),
  stream: z.literal(true),
  system: z.optional(content),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content })),
});

const anthropicFraming: Framing = {
  path: '/v1/messages',
  read: readMessagesRequest,
  frames: anthropicFrames,
  failure: anthropicFailure,
};

const framings: Readonly<Record<ModelProvider, Framing>> = {
  openai: openaiFraming,
  compatible: openaiFraming,
  groq: groqFraming,
  anthropic: anthropicFraming,
};

function readMessagesRequest(body: unknown): SandboxQuestion | undefined {
  const request = messagesRequest.safeParse(body);
  if (!request.success) return undefined;
  const { model, system, messages } = request.data;
  const last = messages.at(-1);
  if (last?.role !== 'user') return undefined;
  return {
    model,
    instructions: textOf(system ?? ''),
    turns: messages.length,
    // Two questions in a row come as two blocks of one message.
    text: typeof last.content === 'string' ? last.content : (last.content.at(-1)?.text ?? ''),
    files: filesOf(last.content),
    earlierFiles: messages.slice(0, -1).flatMap((message) => filesOf(message.content)).length,
  };
}

type Content = z.output<typeof content>;

function textOf(value: Content): string {
  return typeof value === 'string' ? value : value.map(({ text }) => text ?? '').join('');
}

function filesOf(value: Content): SandboxFile[] {
  if (typeof value === 'string') return [];
  return value.flatMap(({ source, title }) => {
    const bytes = Buffer.from(source?.data ?? '', 'base64').byteLength;
    return source ? [{ type: source.media_type, name: title, bytes }] : [];
  });
}

function anthropicFrames({ model }: SandboxQuestion): Frames {
  const start = { id: 'sandbox', type: 'message', role: 'assistant', model, content: [] };
  const usage = { input_tokens: 0, output_tokens: 0 };
  return {
    open: () =>
      event('message_start', { message: { ...start, usage } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      event('ping', {}),
    text: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    error: () => event('error', { error: { type: 'overloaded_error', message: 'On command' } }),
    finish: (reason, tokenCounts) =>
      event('content_block_stop', { index: 0 }) +
      event('message_delta', {
        delta: { stop_reason: stopReasons[reason], stop_sequence: null },
        usage: { input_tokens: tokenCounts?.input ?? 0, output_tokens: tokenCounts?.output ?? 0 },
      }) +
      event('message_stop', {}),
    end: () => '',
  };
}

function event(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filtered: 'refusal',
};

const anthropicFailures: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function anthropicFailure(status: number, message: string): unknown {
  return { type: 'error', error: { type: anthropicFailures[status] ?? 'api_error', message } };
}
