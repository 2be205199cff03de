import type { MediaProviderName } from '#domain/models/providers.ts';

/** The request of an adapter that begins an order. */
export type Sent = { prompt: string; callbackUrl: string | undefined };

/** The state of an order, for a response. `files` are addresses, or base64 where the response has the file itself. */
export type Shown = { id: string; word: unknown; files: readonly string[] };

export type Call =
  | { does: 'submit'; sent: Sent }
  | { does: 'poll' | 'result' | 'cancel'; id: string }
  | { does: 'list' };

/** One provider's HTTP interface, as much of it as its adapter uses. */
export type Protocol = {
  /** The meaning of a request below the provider's address. */
  read(method: string, path: string, body: unknown): Call | undefined;
  accepted(base: string, id: string): unknown;
  shown(base: string, order: Shown): unknown;
  /** The response at an address for the result alone. */
  result?(order: Shown): unknown;
  listed?(base: string, orders: readonly (Shown & Sent)[]): unknown;
  words: { failed: string; forgotten: string; cancelled: string };
};

type Body = { prompt?: string; callBackUrl?: string; webhook?: string; input?: Body };

const usualWords = { failed: 'failed', forgotten: 'expired', cancelled: 'canceled' };

const openai: Protocol = {
  read: (method, path, body) =>
    `${method} ${path}` === 'POST /images/generations' ? submit(body as Body) : undefined,
  accepted: () => ({}),
  shown: (_, { files }) => ({ created: 1, data: files.map((file) => ({ b64_json: file })) }),
  words: usualWords,
};

const luma: Protocol = {
  read: (method, path, body) => {
    if (`${method} ${path}` === 'POST /generations') return submit(body as Body);
    const [, id] = /^\/generations\/(\w+)$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    return { does: method === 'DELETE' ? 'cancel' : 'poll', id };
  },
  accepted: (_, id) => ({ id, type: 'video', state: 'queued' }),
  shown: (_, { id, word, files }) => ({
    id,
    state: word,
    output: files.map((url) => ({ type: 'video', url })),
  }),
  words: usualWords,
};

const suno: Protocol = {
  read: (method, path, body) => {
    const sent = body as Body;
    if (`${method} ${path}` === 'POST /api/v1/generate') return submit(sent, sent.callBackUrl);
    const [, id] = /^\/api\/v1\/generate\/record-info\?taskId=(\w+)$/.exec(path) ?? [];
    return id === undefined ? undefined : { does: 'poll', id };
  },
  accepted: (_, id) => ({ code: 200, msg: 'success', data: { taskId: id } }),
  shown: (_, { id, word, files }) => ({
    code: 200,
    data: {
      taskId: id,
      status: word,
      response: { sunoData: files.map((audioUrl) => ({ title: 'Song', audioUrl })) },
    },
  }),
  words: { failed: 'GENERATE_AUDIO_FAILED', forgotten: 'EXPIRED', cancelled: 'FAILED' },
};

const fal: Protocol = {
  read: (method, path, body) => {
    const { pathname, searchParams } = new URL(path, 'http://fal');
    if (method === 'POST' && pathname === '/maker/pictures') {
      return submit(body as Body, searchParams.get('fal_webhook') ?? undefined);
    }
    const [, id, rest = ''] = /^\/requests\/(\w+)(\/status|\/cancel)?$/.exec(pathname) ?? [];
    if (id === undefined) return undefined;
    return { does: rest === '' ? 'result' : rest === '/status' ? 'poll' : 'cancel', id };
  },
  accepted: (base, id) => ({
    request_id: id,
    status_url: `${base}/requests/${id}/status`,
    response_url: `${base}/requests/${id}`,
    cancel_url: `${base}/requests/${id}/cancel`,
  }),
  shown: (_, { id, word }) => ({ request_id: id, status: word }),
  result: ({ files }) => ({ images: files.map((url) => ({ url })) }),
  words: { ...usualWords, cancelled: 'CANCELLED' },
};

const replicate: Protocol = {
  read: (method, path, body) => {
    const { input, webhook } = (body ?? {}) as Body;
    if (`${method} ${path}` === 'POST /models/maker/videos/predictions') {
      return submit(input ?? {}, webhook);
    }
    if (`${method} ${path}` === 'GET /predictions') return { does: 'list' };
    const [, id, rest] = /^\/predictions\/(\w+)(\/cancel)?$/.exec(path) ?? [];
    return id === undefined ? undefined : { does: rest === undefined ? 'poll' : 'cancel', id };
  },
  accepted: (base, id) => prediction(base, { id, word: 'starting', files: [] }),
  shown: prediction,
  listed: (base, orders) => ({
    results: orders.map((order) => ({ ...prediction(base, order), webhook: order.callbackUrl })),
  }),
  words: usualWords,
};

export const protocols: Readonly<Record<MediaProviderName, Protocol>> = {
  openai,
  luma,
  suno,
  fal,
  replicate,
};

function submit({ prompt = '' }: Body, callbackUrl?: string): Call {
  return { does: 'submit', sent: { prompt, callbackUrl } };
}

function prediction(base: string, { id, word, files }: Shown) {
  const get = `${base}/predictions/${id}`;
  return { id, status: word, output: files, urls: { get, cancel: `${get}/cancel` } };
}
