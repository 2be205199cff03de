import { meaningOf } from '#domain/media/mediaStates.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import {
  MediaFailure,
  type MediaOrder,
  type MediaProvider,
  type MediaReport,
  unfinishedReport,
} from '#server/gateways/media/mediaProvider.ts';
import { listAt, textAt } from '#server/gateways/readJson.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** The fields in which Luma's two APIs differ. */
type Api = {
  body(order: MediaOrder): Record<string, unknown>;
  /** Returns the URLs of the made files. */
  results(generation: unknown): readonly string[];
};

/** The resolution of the price in `domain/costs/upstreamPrices.ts`. Without one, Luma makes videos of twice the price. */
const resolution = '540p';

const agents: Api = {
  body: (order) => ({
    type: 'video',
    ...common(order),
    video: { resolution, duration: `${secondsOf(order)}s` },
  }),
  results: (generation) => listAt(generation, 'output').map((file) => textAt(file, 'url')),
};

/** The older API makes five or nine seconds. */
const dreamMachine: Api = {
  body: (order) => ({
    ...common(order),
    resolution,
    duration: secondsOf(order) > 5 ? '9s' : '5s',
    ...(order.callbackUrl !== undefined && { callback_url: order.callbackUrl }),
  }),
  results: (generation) => [textAt(generation, 'assets', 'video')],
};

/** The URL of its API. */
export const lumaAddress = 'https://agents.lumalabs.ai/v1';

/** Luma: it accepts an order with an id, by which its state is read. Its callbacks have no signature. */
export function lumaProvider({ apiKey, baseUrl }: MediaProviderConfig): MediaProvider {
  const base = (baseUrl ?? lumaAddress).replace(/\/+$/, '');
  const api = base.endsWith('/dream-machine/v1') ? dreamMachine : agents;
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  const url = `${base}/generations`;
  const urlOf = (id: string) => `${url}/${encodeURIComponent(id)}`;
  return {
    isIdempotent: false,
    submit: async (order, signal) => {
      const body = api.body(order);
      const id = textAt(await callProvider({ url, method: 'POST', headers, body, signal }), 'id');
      if (id === '') throw new MediaFailure('unclear', 'upstream_error', 'It gave no id');
      return { state: 'accepted', ticket: { id } };
    },
    poll: async ({ id }, _, signal) =>
      reportOf(api, await callProvider({ url: urlOf(id), headers, signal })),
    cancel: async ({ id }, signal) => {
      await callProvider({ url: urlOf(id), method: 'DELETE', headers, signal });
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

function reportOf(api: Api, generation: unknown): MediaReport {
  const word = textAt(generation, 'state');
  const state = meaningOf(word);
  if (state !== 'finished') {
    const why = `${textAt(generation, 'failure_code')} ${textAt(generation, 'failure_reason')}`;
    return unfinishedReport(state, word, /moderat|policy|safety|blocked/i.test(why));
  }
  const files = api.results(generation).filter((url) => url !== '');
  return { state, word, files: files.map((url) => ({ kind: 'address', title: '', url })) };
}
