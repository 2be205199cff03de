import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { ChatMessage, importConversations } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type GivenMessage, exportOf, toExport } from '../fixtures/conversationExport.ts';
import type { TestServer } from './server.ts';

/** Stores a conversation as an import does, without asking a model. Roles take turns unless they are given. */
export async function storeConversation(
  server: TestServer,
  cookie: string,
  title: string,
  messages: readonly GivenMessage[],
): Promise<{ id: string; messageIds: string[] }> {
  const conversation = toExport(title, messages);
  const response = await importFile(server, cookie, JSON.stringify(exportOf([conversation])));
  const report = (await response.json()) as { imported: number };
  if (report.imported !== 1) throw new Error(`Not imported: ${JSON.stringify(report)}`);
  const { rows } = await server.database.query.execute<{ id: string; messages: string[] }>(
    sql`select id, array(
        select message.id::text from message where conversation_id = conversation.id order by position
      ) as messages
      from conversation where import_key = ${`dolores:${conversation.id}`}`,
  );
  return { id: rows[0]?.id ?? '', messageIds: rows[0]?.messages ?? [] };
}

/** Sends a file to be imported. */
export function importFile(
  server: TestServer,
  cookie: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return server.fetch('/api/chat/import', { method: 'POST', cookie, body });
}

/** Calls an endpoint and returns its status and JSON. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test states its expectation
export async function callJson<Answer>(
  server: TestServer,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Answer }> {
  const response = await server.fetch(path, {
    method,
    cookie,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Answer };
}

type Report = ResponseOf<typeof importConversations>;
export type Whole = {
  id: string;
  title: string;
  target: object;
  created: string;
  updated: string;
  leaf_id: string | null;
  messages: ChatMessage[];
};

/** Imports a file, which must be taken as one. */
export async function importInto(
  server: TestServer,
  cookie: string,
  body: unknown,
): Promise<Report> {
  const file = body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await importFile(server, cookie, file as Uint8Array<ArrayBuffer>);
  expect(response.status).toBe(200);
  return (await response.json()) as Report;
}

/** All conversations of a user that are not pinned, with their messages. */
export async function readConversations(server: TestServer, cookie: string): Promise<Whole[]> {
  const { json } = await callJson<{ items: { id: string }[] }>(
    server,
    cookie,
    'GET',
    '/api/chat/conversations?size=100',
  );
  const all: Whole[] = [];
  for (const { id } of json.items) {
    all.push((await callJson<Whole>(server, cookie, 'GET', `/api/chat/conversations/${id}`)).json);
  }
  return all;
}

/** Every message with the text of its parent: the tree, without ids. */
export function treeOf({ messages, leaf_id: leafId }: Pick<Whole, 'messages' | 'leaf_id'>) {
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  return {
    leaf: texts.get(leafId ?? ''),
    tree: messages.map(({ role, text, parent_id: parent }) => [
      role,
      text,
      texts.get(parent ?? ''),
    ]),
  };
}
