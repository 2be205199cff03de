import { countText } from '#domain/texts/findText.ts';
import { foldText } from '#domain/texts/foldText.ts';
import type { ThreadMessage } from '#stores/thread/thread.ts';

/** A place in the conversation: the `nth` one within its message, from 0. */
export type Match = { message: ThreadMessage; nth: number };

/** Returns the text of a message as it is drawn. */
type ReadShown = (message: ThreadMessage) => string;

/** The texts as they are compared: reading a long conversation takes longer than one key. */
const folded = new WeakMap<ThreadMessage, string>();

/** Shorter than a frame. */
const readMilliseconds = 8;

/** Returns all places that have the query, in the order of the messages, also those that are not drawn. */
export function matchesIn(
  messages: readonly ThreadMessage[],
  typed: string,
  readShown: ReadShown,
): Match[] {
  const query = foldText(typed);
  if (query.trim() === '') return [];
  return messages.flatMap((message) =>
    Array.from({ length: countText(foldedOf(message, readShown), query) }, (_, nth) => ({
      message,
      nth,
    })),
  );
}

/**
 * Reads messages ahead for `matchesIn`, for at most a few milliseconds. Returns whether all of them are read.
 */
export function readAhead(messages: readonly ThreadMessage[], readShown: ReadShown): boolean {
  const end = performance.now() + readMilliseconds;
  return messages.every((message) => {
    if (performance.now() > end) return false;
    foldedOf(message, readShown);
    return true;
  });
}

function foldedOf(message: ThreadMessage, readShown: ReadShown): string {
  const known = folded.get(message);
  if (known !== undefined) return known;
  const text = foldText(readShown(message));
  folded.set(message, text);
  return text;
}
