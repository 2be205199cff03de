import { type ModelProvider, findModel, type Model } from '#domain/models/models.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import {
  type Finish,
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';

const modelOf: Readonly<Record<ModelProvider, string>> = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-3-opus',
  groq: 'llama-3.1-8b-instant',
  compatible: 'gpt-4-turbo',
};

/** The parts of a model's answer, in order. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'discard' }
  | ({ type: 'finish' } & Finish);

export type ReceivedAnswer = {
  parts: ModelPart[];
  text: string;
  end: string | undefined;
  error: Error | undefined;
};

export function ask(
  config: ProviderConfig,
  question: string,
  signal?: AbortSignal,
  onText?: (texts: number) => void,
): Promise<ReceivedAnswer> {
  return receive(stream(config, question, signal), onText);
}

export function stream(
  config: ProviderConfig,
  question: string,
  signal: AbortSignal = AbortSignal.timeout(50_000),
): AsyncIterable<ModelPart> {
  const model = modelFor(modelOf[config.name]);
  const route = createModelGateway({ providers: [config] }, undefined).route(model);
  if (!route) throw new Error(`No route to ${model.id}`);
  return partsOf(route, request(model, question), signal);
}

/** The stream of a route, part by part; a caller that stops reading aborts it. */
export async function* partsOf(
  route: ModelRoute | undefined,
  asked: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const left = new AbortController();
  const received: ModelPart[] = [];
  let wake = (): void => undefined;
  let end: { error: unknown } | 'finished' | undefined;
  const receive = (part: ModelPart) => {
    received.push(part);
    wake();
  };
  route
    ?.stream(asked, AbortSignal.any([signal, left.signal]), {
      onText: (text) => receive({ type: 'text', text }),
      onDiscard: () => receive({ type: 'discard' }),
    })
    .then(
      (finish) => {
        end = 'finished';
        receive({ type: 'finish', ...finish });
      },
      (error: unknown) => {
        end = { error };
        wake();
      },
    );
  try {
    while (end === undefined || received.length > 0) {
      yield* received.splice(0);
      if (end === undefined) await new Promise<void>((resolve) => (wake = resolve));
    }
    if (end !== 'finished') throw end.error;
  } finally {
    left.abort();
  }
}

export function request(model: Model, question: string) {
  return {
    model,
    instructions: 'You are a patient bird.',
    turns: [
      { role: 'user' as const, text: 'First' },
      { role: 'assistant' as const, text: 'Second' },
      { role: 'user' as const, text: 'Third' },
      { role: 'assistant' as const, text: '' },
      { role: 'user' as const, text: question },
    ],
  };
}

export async function receive(
  stream: AsyncIterable<ModelPart> | undefined,
  onText?: (texts: number) => void,
): Promise<ReceivedAnswer> {
  const received: ReceivedAnswer = { parts: [], text: '', end: undefined, error: undefined };
  let texts = 0;
  try {
    for await (const part of stream ?? []) {
      received.parts.push(part);
      if (part.type === 'finish') received.end = received.end ? 'two finishes' : part.reason;
      else if (part.type === 'discard') received.text = '';
      else {
        received.text += part.text;
        onText?.((texts += 1));
      }
    }
  } catch (error) {
    received.error = error as Error;
    received.end = error instanceof UpstreamError ? error.reason : 'aborted';
  }
  return received;
}

export function deltas(count: number): string {
  return Array.from({ length: count }, (_, index) => `delta ${index + 1} `).join('');
}

export function modelFor(id: string): Model {
  const model = findModel(id);
  if (!model) throw new Error(`No model ${id}`);
  return model;
}
