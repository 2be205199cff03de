import { describe, expect, it, vi } from 'vitest';
import { type ModelProvider, models } from '#domain/models/models.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { startSandboxModels } from '#server/gateways/models/sandboxModels.ts';
import { ask, receive, modelFor, partsOf, request } from '../../setup/receivedAnswer.ts';
import { startUpstream } from '../../setup/upstreams.ts';
import { longWait } from '../../setup/longWait.ts';

describe('the gateway', () => {
  const sandbox = { url: 'http://127.0.0.1:9/v1' };
  const own = (name: ModelProvider, model?: string): ProviderConfig => ({
    name,
    apiKey: 'key',
    baseUrl: 'http://127.0.0.1:9/v1',
    model,
  });
  const upstreams = (configured: ProviderConfig[], fallback?: { url: string }) => {
    const gateway = createModelGateway({ providers: configured }, fallback);
    return ['gpt-4-turbo', 'claude-2', 'llama-3.1-8b-instant', 'dall-e-3'].map(
      (id) => gateway.route(modelFor(id))?.upstream,
    );
  };

  it('asks the own provider of a model first', () => {
    expect(upstreams([own('openai'), own('anthropic'), own('groq')], sandbox)).toEqual([
      'openai/gpt-6-sol',
      'anthropic/claude-haiku-5-5',
      'groq/openai/gpt-oss-20b',
      undefined,
    ]);
  });

  it('asks the compatible provider for every other text model', () => {
    expect(upstreams([own('openai'), own('compatible', 'qwen3')], sandbox)).toEqual([
      'openai/gpt-6-sol',
      'compatible/qwen3',
      'compatible/qwen3',
      undefined,
    ]);
    expect(upstreams([own('compatible')])[1]).toBe('compatible/claude-haiku-5-5');
  });

  it('asks the sandbox without providers, and reports it', () => {
    expect(upstreams([own('groq')], sandbox).slice(0, 2)).toEqual([
      'sandbox/gpt-4-turbo',
      'sandbox/claude-2',
    ]);
    const route = createModelGateway({ providers: [] }, sandbox).route(modelFor('claude-2'));
    expect(route?.sandbox).toBe(true);
  });

  it('has no model without an upstream', () => {
    expect(upstreams([own('groq')]).slice(0, 2)).toEqual([undefined, undefined]);
  });

  it('ends running answers when it closes', async () => {
    const upstream = await startUpstream('openai');
    const gateway = createModelGateway({ providers: [upstream.config] }, undefined);
    const model = modelFor('gpt-4o-mini');
    const reading = gateway
      .route(model)
      ?.stream(request(model, 'sandbox: stall 1'), new AbortController().signal, {
        onText: () => void gateway.close(),
      });
    await expect(reading).rejects.toMatchObject({ reason: 'server_stopped' });
    await vi.waitFor(() => expect(upstream.running()).toBe(0), longWait);
    await upstream.close();
  });
});

describe('the sandbox', () => {
  it.concurrent('answers every text model of the catalogue and names it', async () => {
    const sandbox = await startSandboxModels();
    const gateway = createModelGateway({ providers: [] }, sandbox);
    const texts = models.filter(({ kind }) => kind === 'text');
    const answers = await Promise.all(
      texts.map((model) =>
        receive(partsOf(gateway.route(model), request(model, 'Hi'), AbortSignal.timeout(50_000))),
      ),
    );
    answers.forEach((received, index) => {
      expect(received.end).toBe('stop');
      expect(received.text).toContain(`in place of \`${texts[index]?.id}\``);
    });
    const listed = (await (await fetch(`${sandbox.url}/models`)).json()) as {
      data: { id: string }[];
    };
    expect(listed.data.map(({ id }) => id)).toEqual(texts.map(({ id }) => id));
    await sandbox.close();
  });

  it.concurrent('lists its commands for an unknown one', async () => {
    const sandbox = await startSandboxModels();
    const config: ProviderConfig = {
      name: 'compatible',
      apiKey: '',
      baseUrl: sandbox.url,
      model: undefined,
    };
    expect((await ask(config, 'sandbox: help')).text).toContain('`sandbox: huge-line`');
    await sandbox.close();
  });

  it.each([
    ['broken JSON', '{"model":'],
    ['no model', '{"messages":[{"role":"user","content":"Hi"}],"stream":true}'],
    [
      'an answer as last message',
      '{"model":"m","stream":true,"messages":[{"role":"assistant","content":"Hi"}]}',
    ],
  ])('refuses a request with %s', async (_, body) => {
    const sandbox = await startSandboxModels();
    const answer = await fetch(`${sandbox.url}/chat/completions`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('The body must be JSON with a model');
    await sandbox.close();
  });
});
