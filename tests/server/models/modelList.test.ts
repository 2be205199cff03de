import { afterEach, describe, expect, it } from 'vitest';
import { type ChatModel, chatModel } from '#contract/models/models.ts';
import { models } from '#domain/models/models.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer | undefined;

afterEach(() => server?.close());

async function list(environment: Record<string, string> = {}, sandboxModels = true) {
  server = await startTestServer({ environment, config: { sandboxModels } });
  const response = await server.fetch('/api/models');
  const body = (await response.json()) as unknown[];
  return { response, listed: body.map((model): ChatModel => chatModel.parse(model)) };
}

describe('the list of models', () => {
  it('is the whole catalogue in its order, all of it answered by the sandbox', async () => {
    const { response, listed } = await list();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=20');
    expect(listed.map(({ id, price }) => [id, price])).toEqual(
      models.map(({ id, price }) => [id, price]),
    );
    for (const { available, sandbox } of listed) {
      expect({ available, sandbox }).toEqual({ available: true, sandbox: true });
    }
  });

  it('leaves out text models without an upstream', async () => {
    const { listed } = await list({ GROQ_API_KEY: 'key' }, false);
    expect(listed.map(({ id }) => id)).toEqual([
      'llama-3.1-8b-instant',
      'llama-3.1-70b-versatile',
      'gpt-oss-20b',
      'gpt-oss-120b',
      'dall-e-3',
      'suno-v3',
      'luma-video',
    ]);
    expect(listed[0]).toMatchObject({ available: true, sandbox: false });
  });

  it('promises no longer question than fits', async () => {
    const { listed } = await list();
    const lengths = new Map(listed.map((model) => [model.id, model.max_question_characters]));
    expect(lengths.get('gpt-3.5-turbo')).toBe(48_000);
    expect(lengths.get('gpt-4o-mini')).toBe(100_000);
  });
});
