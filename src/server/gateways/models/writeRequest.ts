import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** A request in a provider's words, ready to be posted. */
export type WrittenRequest = { url: string; headers: Record<string, string>; body: string };

/** How a request comes out of the SDK, which offers no way to write one without sending it. */
class Written extends Error {
  readonly request: WrittenRequest;

  constructor(request: WrittenRequest) {
    super('The request was written');
    this.request = request;
  }
}

/** The `fetch` of all adapters, whose headers are plain objects: sends nothing, hands the request to `writeRequest`. */
export const handOver: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const { headers = {}, body } = init ?? {};
  if (typeof body !== 'string') return Promise.reject(new Error('The adapter wrote no text'));
  return Promise.reject(new Written({ url, headers: headers as Record<string, string>, body }));
};

/**
 * Lets an adapter of the SDK write the request for a prompt: which words a provider has for files, limits and thinking,
 * and which models do not take them, is its knowledge. Sending and reading are ours.
 */
export async function writeRequest(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<WrittenRequest> {
  try {
    await model.doStream(options);
  } catch (error) {
    if (error instanceof Written) return error.request;
    throw error;
  }
  throw new Error('The adapter did not hand over its request');
}
