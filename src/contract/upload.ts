import { CallError, errorOf } from '#contract/call.ts';
import { type CallOf, type Endpoint, type ResponseOf, endpointUrl } from '#contract/endpoint.ts';

/**
 * Sends a file as the body of a call. `onProgress` gets the sent part, from 0 to 1. It uses `XMLHttpRequest`, because
 * `fetch` cannot report the progress of an upload. Throws `CallError`, or the reason of `signal` if that aborts.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  values: CallOf<E>,
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<ResponseOf<E>> {
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
      const parsed = endpoint.response?.safeParse(parse(responseText));
      if (parsed?.success) resolve(parsed.data as ResponseOf<E>);
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
