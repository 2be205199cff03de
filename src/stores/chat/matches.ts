import { countText } from '#domain/texts/findText.ts';
import { foldText } from '#domain/texts/foldText.ts';
import type { ThreadMessage } from '#stores/thread/thread.ts';

/** A place in the conversation: the `nth` one within its message, from 0. */
export type Match = { message: ThreadMessage; nth: number };

/** Marks of Markdown, which are not shown, and addresses of links. */
const marks = /[*_`~#>|]+|\]\([^)\s]*\)|\[(?=[^\]]*\]\()/g;

/** The texts as they are compared; folding a long conversation takes longer than one key. */
const folded = new WeakMap<ThreadMessage, string>();

/** Returns all places that have the query, in the order of the messages, also those that are not drawn. */
export function matchesIn(messages: readonly ThreadMessage[], typed: string): Match[] {
  const query = foldText(typed);
  if (query.trim() === '') return [];
  return messages.flatMap((message) =>
    Array.from({ length: countText(foldedOf(message), query) }, (_, nth) => ({ message, nth })),
  );
}

function foldedOf(message: ThreadMessage): string {
  const known = folded.get(message);
  if (known !== undefined) return known;
  const text = foldText(message.role === 'user' ? message.text : message.text.replace(marks, ''));
  folded.set(message, text);
  return text;
}
