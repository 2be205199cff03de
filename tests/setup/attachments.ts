import type { Attachment } from '#contract/attachments.ts';
import type { TestServer } from './server.ts';

type FileBody = Buffer | string | ReadableStream<Uint8Array>;

/** Uploads a file as the message box does and answers the raw response. */
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

/** What is kept of an attachment, with its headers. */
export async function download(
  server: Pick<TestServer, 'fetch'>,
  cookie: string,
  id: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await server.fetch(`/api/chat/attachments/${id}`, { cookie });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}
