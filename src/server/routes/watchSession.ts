import type { HttpBindings } from '@hono/node-server';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { RouteContext } from '#server/routes/serve.ts';

/** Calls `onEnd` when the acting session ends, on any server. Returns an unsubscribe function. */
export function watchSession({ actor, sessionEndings }: Context, onEnd: () => void): () => void {
  if (actor.kind !== 'user') return () => undefined;
  return sessionEndings.watch(actor.sessionId, onEnd);
}

/** Cuts the connection of a request if its session ends before the response is sent. */
export function cutWithSession(context: Context, http: RouteContext): void {
  const { outgoing } = http.env as HttpBindings;
  const unwatch = watchSession(context, () => outgoing.destroy());
  outgoing.once('close', unwatch);
}

/** Runs a long task. Its signal aborts with `not_signed_in` if the acting session ends meanwhile. */
export async function whileSignedIn<Value>(
  context: Context,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const unwatch = watchSession(context, () =>
    ending.abort(new AppError('not_signed_in', 'The session has ended')),
  );
  try {
    return await run(ending.signal);
  } finally {
    unwatch();
  }
}
