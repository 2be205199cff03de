import { loadBodyInput } from '#server/gateways/models/bodyInput.ts';
import { chatCompletionsBody } from '#server/gateways/models/chatCompletionsBody.ts';
import { keyHeaders, providerUrl } from '#server/gateways/models/providerUrl.ts';
import { messagesBody } from '#server/gateways/models/messagesBody.ts';
import type { ModelRequest } from '#server/gateways/models/models.ts';
import type { UpstreamTarget } from '#server/gateways/models/targets.ts';

/** A request in a provider's protocol, ready to be sent. */
export type UpstreamRequest = { url: string; headers: Record<string, string>; body: string };

/** Returns the request that asks an upstream for a streamed answer. Reads the files of its turns. */
export async function writeRequest(
  target: UpstreamTarget,
  request: ModelRequest,
): Promise<UpstreamRequest> {
  const { provider } = target;
  const input = await loadBodyInput(target, request);
  const isAnthropic = provider.name === 'anthropic';
  const body = isAnthropic ? messagesBody(input) : chatCompletionsBody(provider.name, input);
  return {
    url: providerUrl(provider, isAnthropic ? '/messages' : '/chat/completions'),
    headers: { ...keyHeaders(provider), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
