import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MediaOptions } from '#domain/media/media.ts';
import { connectProvider } from '#server/gateways/media/createMediaGateway.ts';
import type { MediaOrder, MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { closeServer, listenOnLoopback, readBody } from '#server/gateways/loopbackServer.ts';
import type { MediaProviderName } from '#domain/models/providers.ts';

type Seen = { method: string; path: string; authorization: string; body: unknown };

const callbackUrl = 'https://dolores.example/api/media/callbacks/1/key';
const signal = new AbortController().signal;

/** The responses of the local provider, by method and path. */
let answers: Record<string, { status?: number; body: unknown }>;
let seen: Seen[];
let base: string;

async function note(request: IncomingMessage): Promise<Seen> {
  const text = await readBody(request, 100_000);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

const server = createServer((request, response) => {
  void note(request).then((one) => {
    seen.push(one);
    const found = answers[`${one.method} ${one.path.split('?')[0]}`];
    response.writeHead(found?.status ?? (found ? 200 : 404));
    response.end(JSON.stringify(found?.body ?? {}));
  });
});

beforeAll(async () => {
  base = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
});

beforeEach(() => {
  [answers, seen] = [{}, []];
});

afterAll(() => closeServer(server));

function provider(name: MediaProviderName, path = ''): MediaProvider {
  const baseUrl = `${base}${path}`;
  const unsigned = { webhookSecret: undefined, webhookKeysUrl: undefined };
  return connectProvider({ name, apiKey: 'secret', baseUrl, models: {}, ...unsigned });
}

function order(options: MediaOptions): MediaOrder {
  return { key: '1', model: 'model/one', prompt: 'a fox', options, callbackUrl };
}

const picture = order({ kind: 'picture', size: 'landscape', quality: 'medium' });
const video = order({ kind: 'video', ratio: '9:16', seconds: 10 });
const music = order({ kind: 'music', instrumental: true, title: 'Rain', style: 'jazz' });

describe('adapters of media', () => {
  it('take the picture out of the response of OpenAI', async () => {
    const b64 = Buffer.from('picture').toString('base64');
    answers = { 'POST /images/generations': { body: { data: [{ b64_json: b64 }] } } };
    const made = await provider('openai').submit(picture, signal);
    const files = made.state === 'finished' ? made.files : [];
    expect(files).toEqual([{ kind: 'content', title: '', bytes: Buffer.from('picture') }]);
    expect(seen[0]).toMatchObject({
      authorization: 'Bearer secret',
      body: { model: 'model/one', size: '1536x1024', quality: 'medium', n: 1 },
    });
  });

  it.each([
    ['gpt-image-1-mini', undefined],
    ['gpt-image-2.5-flare', undefined],
    ['gpt-image-2.6-flare', 'medium'],
    ['gpt-image-2.6-sunburst', 'medium'],
    ['gpt-image-3', 'medium'],
  ])('name all options that set the price of a picture of %s', async (model, complexity) => {
    answers = { 'POST /images/generations': { body: { data: [] } } };
    await provider('openai').submit({ ...picture, model }, signal);
    const named = { n: 1, size: '1536x1024', quality: 'medium', output_format: 'png' };
    expect(seen[0]?.body).toEqual({
      model,
      prompt: 'a fox',
      ...named,
      ...(complexity === undefined ? {} : { complexity }),
    });
  });

  it('ask Luma in the words of its two APIs', async () => {
    const states = [
      ['', { state: 'completed', output: [{ type: 'video', url: 'https://cdn.example/1' }] }],
      ['/dream-machine/v1', { state: 'completed', assets: { video: 'https://cdn.example/1' } }],
    ] as const;
    for (const [path, finished] of states) {
      answers = {
        [`POST ${path}/generations`]: { body: { id: 'g1', state: 'queued' } },
        [`GET ${path}/generations/g1`]: { body: finished },
      };
      const luma = provider('luma', path);
      expect(await luma.submit(video, signal)).toEqual({ state: 'accepted', ticket: { id: 'g1' } });
      expect(await luma.poll({ id: 'g1' }, video, signal)).toMatchObject({
        state: 'finished',
        files: [{ url: 'https://cdn.example/1' }],
      });
    }
    expect(seen.map(({ body }) => body)).toMatchObject(
      [
        { type: 'video', video: { resolution: '540p', duration: '10s' }, aspect_ratio: '9:16' },
        {},
        { resolution: '540p', duration: '9s', callback_url: callbackUrl },
        {},
      ].map((body, index) => (index % 2 === 0 ? body : undefined)),
    );
  });

  it('take two songs of a Suno-compatible service, which fails with status 200', async () => {
    const sunoData = [1, 2].map((take) => ({
      title: 'Rain',
      audioUrl: `https://cdn.example/${take}`,
    }));
    answers = {
      'POST /api/v1/generate': { body: { code: 200, data: { taskId: 't1' } } },
      'GET /api/v1/generate/record-info': {
        body: { code: 200, data: { status: 'SUCCESS', response: { sunoData } } },
      },
    };
    const suno = provider('suno');
    expect(await suno.submit(music, signal)).toMatchObject({ ticket: { id: 't1' } });
    const report = await suno.poll({ id: 't1' }, music, signal);
    expect(report).toMatchObject({ state: 'finished', files: [{ title: 'Rain' }, {}] });
    answers = { 'POST /api/v1/generate': { body: { code: 430 } } };
    await expect(suno.submit(music, signal)).rejects.toMatchObject({ kind: 'busy' });
    // It may have begun nevertheless.
    for (const code of [500, '200', null]) {
      answers = { 'POST /api/v1/generate': { body: { code } } };
      await expect(suno.submit(music, signal)).rejects.toMatchObject({ kind: 'unclear' });
    }
  });

  it('follow the addresses of fal, of its own host only', async () => {
    const at = (path: string) => `${base}/requests/r1${path}`;
    const accepted = { request_id: 'r1', status_url: at('/status'), response_url: at('') };
    answers = {
      'POST /model/one': { body: accepted },
      'GET /requests/r1/status': { body: { status: 'COMPLETED' } },
      'GET /requests/r1': { body: { images: [{ url: 'https://cdn.example/1' }] } },
    };
    const fal = provider('fal');
    const submitted = await fal.submit(picture, signal);
    if (submitted.state !== 'accepted') throw new Error('It was not accepted');
    const report = await fal.poll(submitted.ticket, picture, signal);
    expect(report).toMatchObject({ state: 'finished', files: [{ url: 'https://cdn.example/1' }] });
    expect(seen[0]).toMatchObject({ authorization: 'Key secret' });
    const elsewhere = { ...accepted, status_url: 'https://elsewhere.example/' };
    answers = { 'POST /model/one': { body: elsewhere } };
    await expect(fal.submit(picture, signal)).rejects.toMatchObject({ kind: 'unclear' });
  });

  it('find an order at Replicate by its callback', async () => {
    const urls = { get: `${base}/predictions/p1`, cancel: `${base}/predictions/p1/cancel` };
    const listed = [
      { id: 'p0', webhook: 'https://other.example' },
      { id: 'p1', webhook: callbackUrl, urls },
    ];
    answers = {
      'GET /predictions': { body: { results: listed } },
      'GET /predictions/p1': { body: { status: 'succeeded', output: ['https://cdn.example/1'] } },
    };
    const replicate = provider('replicate');
    const ticket = await replicate.find?.(picture, signal);
    expect(ticket).toMatchObject({ id: 'p1' });
    if (!ticket) return;
    const report = await replicate.poll(ticket, picture, signal);
    expect(report).toMatchObject({ state: 'finished', files: [{ url: 'https://cdn.example/1' }] });
  });

  it.each([
    [429, 'busy', 'upstream_busy'],
    [503, 'busy', 'upstream_busy'],
    [500, 'unclear', 'upstream_error'],
    [401, 'refused', 'upstream_unauthorised'],
    [400, 'refused', 'filtered'],
  ])('map status %i to the state %s', async (status, kind, reason) => {
    const body = { error: { code: 'moderation_blocked' } };
    answers = { 'POST /images/generations': { status, body } };
    const submitted = provider('openai').submit(picture, signal);
    await expect(submitted).rejects.toMatchObject({ kind, reason });
  });
});
