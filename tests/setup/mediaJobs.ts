import type { AnswerEnd } from '#contract/chat/chat.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import { type MediaJobs, startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { type Reading, ask, readAll } from './chat.ts';
import type { TestServer } from './server.ts';

export const makers = { picture: 'dall-e-3', music: 'suno-v3', video: 'luma-video' } as const;

type Order = {
  model?: string;
  options?: MediaOptions;
  conversationId?: string;
  switchTarget?: boolean;
  requestId?: string;
  maxPrice?: number;
};

/** Asks a media model. */
export function order(
  server: TestServer,
  cookie: string,
  text: string,
  { model = makers.picture, ...rest }: Order = {},
): Promise<Response> {
  return ask(server, cookie, { text, target: { model }, ...rest });
}

/** Asks a media model and reads its answer to the end. */
export async function make(
  server: TestServer,
  cookie: string,
  text: string,
  about: Order = {},
): Promise<Reading & { end: AnswerEnd }> {
  const reading = await readAll(await order(server, cookie, text, about));
  if (!reading.end) throw new Error('The answer has no end');
  return { ...reading, end: reading.end };
}

/** Runs jobs of media next to a test server. */
export function runMediaJobs({ platform }: TestServer): Promise<MediaJobs> {
  return startMediaJobs(platform);
}

/** The bytes of a file, as its user gets them. */
export async function fileOf(server: TestServer, cookie: string, id: string): Promise<Buffer> {
  const response = await server.fetch(`/api/media/files/${id}`, { cookie });
  if (response.status !== 200) throw new Error(`The file answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
