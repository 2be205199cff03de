import { CallError, errorOf } from '#contract/call.ts';
import { type AnswerOf, type CallOf, type Endpoint, endpointUrl } from '#contract/endpoint.ts';

/**
 * Sends a file as the body of a call, and tells how much of it has left, from 0 to 1: `fetch` cannot tell that. Throws
 * `CallError`; what `signal` ends is thrown as its reason.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  values: CallOf<E>,
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<AnswerOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (code: 'offline' | 'internal'): void =>
      reject(new CallError(code, `${endpoint.path} could not be reached or read`));
    request.open(endpoint.method, endpointUrl(endpoint, values));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('error', () => fail('offline'));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status >= 300) return void errorOf(new Response(responseText, { status })).then(reject);
      const answer = endpoint.answer?.safeParse(parse(responseText));
      if (answer?.success) resolve(answer.data as AnswerOf<E>);
      else fail('internal');
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(signal.reason as Error);
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
