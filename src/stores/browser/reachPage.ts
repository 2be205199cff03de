/** Requests the head of this page. Rejects when the server cannot be reached. Imports nothing, because every page carries it. */
export function requestPage(): Promise<Response> {
  return fetch('', { method: 'HEAD', cache: 'no-store' });
}
