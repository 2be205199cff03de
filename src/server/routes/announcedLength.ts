import type { RouteContext } from '#server/routes/serve.ts';

/** Returns the bytes that the body of a request is said to have; `undefined` where it says nothing usable. */
export function announcedLength(http: RouteContext): number | undefined {
  const length = Number(http.req.header('content-length'));
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}
