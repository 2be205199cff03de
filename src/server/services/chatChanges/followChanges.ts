import type { ChatChange } from '#contract/conversations/changes.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { missedChange } from '#server/services/chatChanges/chatChanges.ts';

/** A client that reads changes. */
type ChangeReader = {
  readonly canWrite: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  write(events: readonly { number: undefined; event: ChatChange }[]): void;
  drained(): Promise<void>;
};

/**
 * Sends a reader the changes of the acting user's conversations until it disconnects or the server closes. A reader that
 * does not keep up gets `missed` in place of the changes.
 */
export async function followChanges(context: Context, reader: ChangeReader): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isBehind = false;
  const write = (event: ChatChange): void => reader.write([{ number: undefined, event }]);
  const onChange = (change: ChatChange): void => {
    if (isBehind) return;
    if (reader.canWrite) return write(change);
    isBehind = true;
    void reader.drained().then(() => {
      isBehind = false;
      write(missedChange);
    });
  };
  const unwatch = context.chatChanges.watch(signedInUser(context), { onChange, onClose: resolve });
  reader.signal.addEventListener('abort', () => resolve(), { once: true });
  if (reader.signal.aborted) resolve();
  await promise.finally(unwatch);
}
