import type { MediaOptions, PictureSize } from '#domain/media/media.ts';
import type { MediaTicket } from '#domain/media/mediaJob.ts';
import { meaningOf } from '#domain/media/mediaStates.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import {
  MediaFailure,
  type MadeFile,
  type MediaOrder,
  type MediaProvider,
  unfinishedReport,
} from '#server/gateways/media/mediaProvider.ts';
import { falVerifier } from '#server/gateways/media/falSignature.ts';
import { at, listAt, textAt } from '#server/gateways/readJson.ts';
import { isSignedWebhook } from '#server/gateways/webhookSignature.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** The parts in which the APIs of queues differ. */
type QueueApi = {
  submitUrl(order: MediaOrder): string;
  body(order: MediaOrder): Record<string, unknown>;
  authorization: string;
  ticket(accepted: unknown): MediaTicket;
  cancelMethod: 'PUT' | 'POST';
  /** The list of orders, if an order can be found there by its callback URL. */
  listUrl?: string;
};

/** The URL of its API. */
export const replicateAddress = 'https://api.replicate.com/v1';

/** Words in the errors of content filters. */
const contentFilter = /nsfw|sensitive|safety|moderat|policy/i;

/** fal: the result has its own URL, which can be read once the state is `COMPLETED`. */
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
    cancelMethod: 'PUT',
  });
  return webhookKeysUrl === undefined
    ? provider
    : { ...provider, verify: falVerifier(webhookKeysUrl) };
}

/** Replicate: one URL has state and result. Its list of orders has their callback URLs, which contain our ids. */
export function replicateProvider(config: MediaProviderConfig): MediaProvider {
  const { apiKey, baseUrl, webhookSecret } = config;
  const base = trimmed(baseUrl ?? replicateAddress);
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
    cancelMethod: 'POST',
    listUrl: `${base}/predictions`,
  });
  if (webhookSecret === undefined) return provider;
  return { ...provider, verify: (body, headers) => isSignedWebhook(webhookSecret, body, headers) };
}

function queueProvider(api: QueueApi): MediaProvider {
  const headers = { authorization: api.authorization };
  const provider: MediaProvider = {
    isIdempotent: false,
    submit: async (order, signal) => {
      const url = api.submitUrl(order);
      const body = api.body(order);
      const accepted = await callProvider({ url, method: 'POST', headers, body, signal });
      return { state: 'accepted', ticket: checkTicket(url, api.ticket(accepted)) };
    },
    poll: async (ticket, _, signal) => {
      const status = await callProvider({ url: ticket.statusUrl ?? '', headers, signal });
      const word = textAt(status, 'status');
      const state = meaningOf(word);
      if (state !== 'finished') {
        return unfinishedReport(state, word, contentFilter.test(textAt(status, 'error')));
      }
      const { resultUrl } = ticket;
      const result = resultUrl ? await callProvider({ url: resultUrl, headers, signal }) : status;
      return { state, word, files: filesIn(resultUrl ? result : at(result, 'output')) };
    },
    cancel: async ({ cancelUrl }, signal) => {
      if (!cancelUrl) return;
      await callProvider({ url: cancelUrl, method: api.cancelMethod, headers, signal });
    },
  };
  const { listUrl } = api;
  if (listUrl === undefined) return provider;
  return {
    ...provider,
    find: async ({ callbackUrl }, signal) => {
      if (callbackUrl === undefined) return undefined;
      const listed = listAt(await callProvider({ url: listUrl, headers, signal }), 'results');
      const own = listed.find((one) => textAt(one, 'webhook') === callbackUrl);
      return own === undefined ? undefined : checkTicket(listUrl, api.ticket(own));
    },
  };
}

/** Refuses URLs of other hosts in the provider's response, because our key must go to the provider's own host only. */
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

/** Finds all URLs in a result, as strings or under `url`, because each model has its own shape of results. */
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
