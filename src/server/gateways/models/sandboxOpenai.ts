import type { SandboxFile, SandboxQuestion } from '#server/gateways/models/sandboxAnswer.ts';
import type { FinishReason } from '#server/gateways/models/sandboxScript.ts';
import type { Frames, Framing, Usage } from '#server/gateways/models/sandboxServer.ts';
import * as z from 'zod/mini';

const part = z.looseObject({
  text: z.optional(z.string()),
  image_url: z.optional(z.looseObject({ url: z.string() })),
  file: z.optional(z.looseObject({ filename: z.optional(z.string()), file_data: z.string() })),
});

const content = z.union([
  z.pipe(
    z.string(),
    z.transform((text) => ({ text, files: [] as SandboxFile[] })),
  ),
  z.pipe(
    z.array(part),
    z.transform((parts) => ({
      text: parts.map(({ text }) => text ?? '').join(''),
      files: parts.flatMap(filesIn),
    })),
  ),
]);

const chatRequest = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.looseObject({ role: z.string(), content })),
});

/** OpenAI's chat completions, streamed. */
export const openaiFraming: Framing = {
  path: '/v1/chat/completions',
  read: readChatRequest,
  frames: (question) => openaiFrames(question, usageChunk),
  failure: openaiFailure,
};

/** Returns the question in a request of chat completions; `undefined` if it is missing. */
export function readChatRequest(body: unknown): SandboxQuestion | undefined {
  const request = chatRequest.safeParse(body);
  if (!request.success) return undefined;
  const { model, messages } = request.data;
  const isSystem = (message: { role: string }) =>
    message.role === 'system' || message.role === 'developer';
  const turns = messages.filter((message) => !isSystem(message));
  const last = turns.at(-1);
  if (last?.role !== 'user') return undefined;
  const instructions = messages.filter(isSystem).map((message) => message.content.text);
  const files = turns.reduce((sum, turn) => sum + turn.content.files.length, 0);
  return {
    model,
    instructions: instructions.join('\n'),
    turns: turns.length,
    ...last.content,
    earlierFiles: files - last.content.files.length,
  };
}

function filesIn({ image_url: picture, file }: z.output<typeof part>): SandboxFile[] {
  if (picture) return [fileOf(picture.url, undefined)];
  return file ? [fileOf(file.file_data, file.filename)] : [];
}

/** Reads a file in a data URL. */
function fileOf(url: string, name: string | undefined): SandboxFile {
  const [, type = 'unknown', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return { type, name, bytes: Buffer.from(data, 'base64').byteLength };
}

/** Returns the events of chat completions. `usageFields` writes the token counts as the provider does. */
export function openaiFrames(
  { model }: SandboxQuestion,
  usageFields: (usage: Usage) => Record<string, unknown>,
): Frames {
  const chunk = (choices: unknown[], more: Record<string, unknown> = {}) =>
    `data: ${JSON.stringify({ id: 'sandbox', object: 'chat.completion.chunk', created: 0, model, choices, ...more })}\n\n`;
  const choice = (delta: Record<string, unknown>, reason: string | null = null) => [
    { index: 0, delta, finish_reason: reason },
  ];
  return {
    open: () => chunk(choice({ role: 'assistant', content: '' })),
    text: (text) => chunk(choice({ content: text })),
    error: () => `data: ${JSON.stringify(openaiFailure(503, 'Overloaded on command'))}\n\n`,
    finish: (reason, usage) =>
      chunk(choice({}, finishReasons[reason])) + (usage ? chunk([], usageFields(usage)) : ''),
    end: () => 'data: [DONE]\n\n',
  };
}

export function openaiFailure(status: number, message: string): unknown {
  return {
    error: { message, type: failureTypes[status] ?? 'server_error', param: null, code: null },
  };
}

const failureTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  filtered: 'content_filter',
};

function usageChunk({ input, output }: Usage): Record<string, unknown> {
  return {
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
