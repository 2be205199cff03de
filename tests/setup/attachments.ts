import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Attachment } from '#contract/chat/attachments.ts';
import { attachmentKey } from '#server/services/attachments/attachmentKey.ts';
import type { TestServer } from './server.ts';

type FileBody = Buffer | string | ReadableStream<Uint8Array>;

/** Uploads a file as the message box does and returns the raw response. */
export function sendFile(
  server: Pick<TestServer, 'fetch'>,
  cookie: string,
  body: FileBody,
  name = 'file',
): Promise<Response> {
  return server.fetch(`/api/chat/attachments?${new URLSearchParams({ name }).toString()}`, {
    method: 'POST',
    cookie,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    headers: { 'content-type': 'application/octet-stream' },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

/** Uploads a file that is taken. */
export async function upload(
  server: Pick<TestServer, 'fetch'>,
  cookie: string,
  body: FileBody,
  name = 'file',
): Promise<Attachment> {
  const answer = await sendFile(server, cookie, body, name);
  if (!answer.ok) throw new Error(`Not taken: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Attachment;
}

/**
 * Gives a user the unsent upload of another one, as an own upload leaves it: without the process that would read the
 * same file again.
 */
export async function copyUpload(
  { database, platform: { media } }: TestServer,
  userId: string,
  upload: Attachment,
): Promise<Attachment> {
  const id = randomUUID();
  const [from, to] = [upload.id, id].map((each) => attachmentKey({ id: each, contentId: null }));
  const content = await media.get(from ?? '');
  if (!content) throw new Error(`Nothing is kept of ${upload.name}`);
  const bytes = await new Response(content.stream()).arrayBuffer();
  await media.put(to ?? '', new Uint8Array(bytes), upload.type);
  await database.query.execute(
    sql`insert into attachment (id, user_id, kind, name, type, size, width, height, pages, text, characters, tokens)
      select ${id}, ${userId}, kind, name, type, size, width, height, pages, text, characters, tokens
      from attachment where id = ${upload.id}`,
  );
  return { ...upload, id };
}

/** The stored content of an attachment, with its headers. */
export async function download(
  server: Pick<TestServer, 'fetch'>,
  cookie: string,
  id: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await server.fetch(`/api/chat/attachments/${id}`, { cookie });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}
