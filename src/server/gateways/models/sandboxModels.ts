import { models } from '#domain/models/models.ts';
import { openaiFraming } from '#server/gateways/models/sandboxOpenai.ts';
import { startSandboxServer } from '#server/gateways/models/sandboxServer.ts';

/**
 * Starts the sandbox upstream: an HTTP server on 127.0.0.1 that speaks OpenAI's wire protocol, and whose answers name
 * it as a sandbox. `url` is its base URL (`http://127.0.0.1:port/v1`). `sandboxScript.ts` has its commands.
 */
export async function startSandboxModels(options?: {
  port?: number;
}): Promise<{ url: string; close(): Promise<void> }> {
  const listed = models.filter(({ kind }) => kind === 'text').map(({ id }) => ({ id }));
  const server = await startSandboxServer(openaiFraming, { port: options?.port, models: listed });
  return { url: `${server.origin}/v1`, close: () => server.close() };
}
