import type { ChatChange } from '#contract/conversations/changes.ts';

/** A browser’s connection to the stream of changes, in place of `EventSource`. */
export class ChangeStream extends EventTarget {
  static CLOSED = 2;
  /** Those that the page opened, oldest first. Tests empty it. */
  static all: ChangeStream[] = [];
  readonly url: string;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = url;
    ChangeStream.all.push(this);
  }

  close(): void {
    this.readyState = ChangeStream.CLOSED;
  }

  open(): void {
    this.dispatchEvent(new Event('open'));
  }

  send(change: ChatChange): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(change) }));
  }
}

/** The newest connection of the page. Throws `Error` without one. */
export function changeStream(): ChangeStream {
  const last = ChangeStream.all.at(-1);
  if (!last) throw new Error('The page has no connection');
  return last;
}
