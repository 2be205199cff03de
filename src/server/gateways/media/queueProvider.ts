import type { MediaOptions, PictureSize } from '#domain/media.ts';
import type { MediaTicket } from '#domain/mediaJob.ts';
import { meaningOf } from '#domain/mediaStates.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import {
  MediaFailure,
  type MadeFile,
  type MediaOrder,
  type MediaProvider,
  type MediaReport,
} from '#server/gateways/media/mediaProvider.ts';
import { falVerifier } from '#server/gateways/media/falSignature.ts';
import { at, listAt, textAt } from '#server/gateways/media/readJson.ts';
import { isSignedWebhook } from '#server/gateways/media/webhookSignature.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** The field names of different model queues. */
type Words = {
  submitUrl(order: MediaOrder): string;
  body(order: MediaOrder): Record<string, unknown>;
  authorization: string;
  ticket(accepted: unknown): MediaTicket;
  state: string;
  cancelMethod: 'PUT' | 'POST';
  /** The list of orders, where an order can be found by its callback. */
  listUrl?: string;
};

/** fal: the result has an address of its own, which answers once the state is `COMPLETED`. */
export function falProvider(config: MediaProviderConfig): MediaProvider {
  const { apiKey, baseUrl, webhookKeysUrl } = config;
  const base = trimmed(baseUrl ?? 'https://queue.fal.run');
  const provider = queueProvider({
    submitUrl: ({ model, callbackUrl }) => {
      const callback = callbackUrl && `?fal_webhook=${encodeURIComponent(callbackUrl)}`;
      return `${base}/${model}${callback ?? ''}`;
    },
    body: ({ prompt, options }) => ({ prompt, ...falOptions(options) }),
    authorization: `Key ${apiKey}`,
    ticket: (accepted) => ({
      id: textAt(accepted, 'request_id'),
      statusUrl: textAt(accepted, 'status_url'),
      resultUrl: textAt(accepted, 'response_url'),
      cancelUrl: textAt(accepted, 'cancel_url'),
    }),
    state: 'status',
    cancelMethod: 'PUT',
  });
  return webhookKeysUrl === undefined
    ? provider
    : { ...provider, verify: falVerifier(webhookKeysUrl) };
}

/** Replicate: one address answers state and result. Orders are listed with their callback, which names ours. */
export function replicateProvider(config: MediaProviderConfig): MediaProvider {
  const { apiKey, baseUrl, webhookSecret } = config;
  const base = trimmed(baseUrl ?? 'https://api.replicate.com/v1');
  const provider = queueProvider({
    submitUrl: ({ model }) => `${base}/models/${model}/predictions`,
    body: ({ prompt, options, callbackUrl }) => ({
      input: { prompt, ...replicateOptions(options) },
      ...(callbackUrl !== undefined && {
        webhook: callbackUrl,
        webhook_events_filter: ['completed'],
      }),
    }),
    authorization: `Bearer ${apiKey}`,
    ticket: (accepted) => ({
      id: textAt(accepted, 'id'),
      statusUrl: textAt(accepted, 'urls', 'get'),
      cancelUrl: textAt(accepted, 'urls', 'cancel'),
    }),
    state: 'status',
    cancelMethod: 'POST',
    listUrl: `${base}/predictions`,
  });
  if (webhookSecret === undefined) return provider;
  return { ...provider, verify: (body, headers) => isSignedWebhook(webhookSecret, body, headers) };
}

function queueProvider(words: Words): MediaProvider {
  const headers = { authorization: words.authorization };
  const provider: MediaProvider = {
    isIdempotent: false,
    submit: async (order, signal) => {
      const url = words.submitUrl(order);
      const body = words.body(order);
      const accepted = await callProvider({ url, method: 'POST', headers, body, signal });
      return { state: 'accepted', ticket: checkTicket(url, words.ticket(accepted)) };
    },
    poll: async (ticket, _, signal) => {
      const status = await callProvider({ url: ticket.statusUrl ?? '', headers, signal });
      const word = textAt(status, words.state);
      const state = meaningOf(word);
      if (state !== 'finished') return reportOf(state, word, status);
      const { resultUrl } = ticket;
      const result = resultUrl ? await callProvider({ url: resultUrl, headers, signal }) : status;
      return { state, word, files: filesIn(resultUrl ? result : at(result, 'output')) };
    },
    cancel: async ({ cancelUrl }, signal) => {
      if (!cancelUrl) return;
      await callProvider({ url: cancelUrl, method: words.cancelMethod, headers, signal });
    },
  };
  const { listUrl } = words;
  if (listUrl === undefined) return provider;
  return {
    ...provider,
    find: async ({ callbackUrl }, signal) => {
      if (callbackUrl === undefined) return undefined;
      const listed = listAt(await callProvider({ url: listUrl, headers, signal }), 'results');
      const own = listed.find((one) => textAt(one, 'webhook') === callbackUrl);
      return own === undefined ? undefined : checkTicket(listUrl, words.ticket(own));
    },
  };
}

/** The key goes to addresses of the provider's own host only, whatever its response says. */
function checkTicket(asked: string, ticket: MediaTicket): MediaTicket {
  const { host } = new URL(asked);
  const { id, statusUrl = '', resultUrl, cancelUrl } = ticket;
  const isOwn = (url: string) => URL.canParse(url) && new URL(url).host === host;
  if (
    id === '' ||
    ![statusUrl, resultUrl, cancelUrl].filter((url) => url).every((url) => isOwn(url ?? ''))
  ) {
    throw new MediaFailure('unclear', 'upstream_error', 'It gave no address of its own');
  }
  if (statusUrl === '') throw new MediaFailure('unclear', 'upstream_error', 'It gave no address');
  return {
    id,
    statusUrl,
    ...(resultUrl ? { resultUrl } : {}),
    ...(cancelUrl ? { cancelUrl } : {}),
  };
}

function reportOf(
  state: 'running' | 'failed' | 'expired',
  word: string,
  status: unknown,
): MediaReport {
  if (state !== 'failed') return { state, word };
  const isFiltered = /nsfw|sensitive|safety|moderat|policy/i.test(textAt(status, 'error'));
  return { state, word, reason: isFiltered ? 'filtered' : 'upstream_error' };
}

/** Models name their results each in its own way: every address under `url`, or the addresses themselves. */
function filesIn(value: unknown, depth = 0): MadeFile[] {
  if (typeof value === 'string') {
    return /^https?:\/\//.test(value) ? [{ kind: 'address', title: '', url: value }] : [];
  }
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  const url = textAt(value, 'url');
  if (url !== '') return filesIn(url);
  return Object.values(value).flatMap((one) => filesIn(one, depth + 1));
}

const falSizes: Readonly<Record<PictureSize, string>> = {
  square: 'square_hd',
  landscape: 'landscape_4_3',
  portrait: 'portrait_4_3',
};

const ratios: Readonly<Record<PictureSize, string>> = {
  square: '1:1',
  landscape: '3:2',
  portrait: '2:3',
};

function falOptions(options: MediaOptions): Record<string, unknown> {
  if (options.kind === 'picture') return { image_size: falSizes[options.size], num_images: 1 };
  if (options.kind === 'video') {
    return { aspect_ratio: options.ratio, duration: String(options.seconds) };
  }
  return { ...(options.style !== '' && { tags: options.style }) };
}

function replicateOptions(options: MediaOptions): Record<string, unknown> {
  if (options.kind === 'picture') return { aspect_ratio: ratios[options.size] };
  if (options.kind === 'video') return { aspect_ratio: options.ratio, duration: options.seconds };
  return {};
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}
