import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type ChatChange, chatChange } from '#contract/conversations/changes.ts';
import { expect } from 'vitest';
import { startSession } from '#server/services/login/session.ts';
import type { TestServer } from './server.ts';

export type ChangeStream = {
  /** The changes so far, each as `type conversation answer vote`. */
  received: string[];
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
};

/** Follows the changes of a user's conversations as a page does. */
export async function followChanges(server: TestServer, cookie: string): Promise<ChangeStream> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const response = await server.fetch('/api/chat/changes', { cookie, signal });
  if (!response.ok || !response.body) throw new Error(`No stream: ${response.status}`);
  const messages = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const received: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { data } of messages as unknown as AsyncIterable<{ data: string }>) {
      received.push(lineOf(chatChange.parse(JSON.parse(data))));
    }
  };
  return { received, ended: read().catch(() => undefined), close: () => leaving.abort() };
}

function lineOf({ type, ...ids }: ChatChange): string {
  return [type, ...Object.values(ids).filter((id) => id !== null)].join(' ');
}

/** Calls the stream of changes in another session, whose end ends it, and changes the conversation `id` meanwhile. */
export async function callChanges(
  succeed: (
    name: string,
    sent: { cookie: string; params?: Record<string, string>; body?: unknown },
  ) => Promise<unknown>,
  server: TestServer,
  { cookie, userId, id }: { cookie: string; userId: string; id: string },
): Promise<void> {
  const token = await startSession(server.database.query, userId, new Date());
  const page = { cookie: `session=${token}; user_id=${userId}` };
  const changes = succeed('followChanges', page);
  await expect.poll(() => server.platform.chatChanges.watchedUsers).toBe(1);
  // Changes arrive in the order of the readers, so what this one has, the first one has too.
  const second = await followChanges(server, cookie);
  await succeed('changeConversation', { cookie, params: { id }, body: { title: 'A title' } });
  await expect.poll(() => second.received).toContain(`changed ${id}`);
  second.close();
  await server.fetch('/logout', page);
  await changes;
}
