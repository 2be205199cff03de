import { meaningOf } from '#domain/mediaStates.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import {
  MediaFailure,
  type MediaOrder,
  type MediaProvider,
  type MediaReport,
} from '#server/gateways/media/mediaProvider.ts';
import { listAt, textAt } from '#server/gateways/media/readJson.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** The field names of Luma's two APIs. */
type Words = {
  create: string;
  body(order: MediaOrder): Record<string, unknown>;
  /** The addresses of what was made. */
  results(generation: unknown): readonly string[];
};

const agents: Words = {
  create: '/generations',
  body: (order) => ({ type: 'video', ...common(order), duration: `${secondsOf(order)}s` }),
  results: (generation) => listAt(generation, 'output').map((file) => textAt(file, 'url')),
};

/** The older API makes five or nine seconds. */
const dreamMachine: Words = {
  create: '/generations',
  body: (order) => ({
    ...common(order),
    resolution: '540p',
    duration: secondsOf(order) > 5 ? '9s' : '5s',
    ...(order.callbackUrl !== undefined && { callback_url: order.callbackUrl }),
  }),
  results: (generation) => [textAt(generation, 'assets', 'video')],
};

/** Luma: an order is accepted with an id, under which its state is asked. Its callbacks have no signature. */
export function lumaProvider({ apiKey, baseUrl }: MediaProviderConfig): MediaProvider {
  const base = (baseUrl ?? 'https://agents.lumalabs.ai/v1').replace(/\/+$/, '');
  const words = base.endsWith('/dream-machine/v1') ? dreamMachine : agents;
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  const addressOf = (id: string) => `${base}/generations/${encodeURIComponent(id)}`;
  return {
    isIdempotent: false,
    submit: async (order, signal) => {
      const url = `${base}${words.create}`;
      const body = words.body(order);
      const id = textAt(await callProvider({ url, method: 'POST', headers, body, signal }), 'id');
      if (id === '') throw new MediaFailure('unclear', 'upstream_error', 'It gave no id');
      return { state: 'accepted', ticket: { id } };
    },
    poll: async ({ id }, _, signal) =>
      reportOf(words, await callProvider({ url: addressOf(id), headers, signal })),
    cancel: async ({ id }, signal) => {
      await callProvider({ url: addressOf(id), method: 'DELETE', headers, signal });
    },
  };
}

function common({ model, prompt, options }: MediaOrder) {
  if (options.kind !== 'video') {
    throw new MediaFailure('refused', 'upstream_error', 'It makes videos only');
  }
  return { model, prompt, aspect_ratio: options.ratio };
}

function secondsOf({ options }: MediaOrder): number {
  return options.kind === 'video' ? options.seconds : 0;
}

function reportOf(words: Words, generation: unknown): MediaReport {
  const word = textAt(generation, 'state');
  const state = meaningOf(word);
  if (state === 'failed') {
    const why = `${textAt(generation, 'failure_code')} ${textAt(generation, 'failure_reason')}`;
    const isFiltered = /moderat|policy|safety|blocked/i.test(why);
    return { state, word, reason: isFiltered ? 'filtered' : 'upstream_error' };
  }
  if (state !== 'finished') return { state, word };
  const files = words.results(generation).filter((url) => url !== '');
  return { state, word, files: files.map((url) => ({ kind: 'address', title: '', url })) };
}
