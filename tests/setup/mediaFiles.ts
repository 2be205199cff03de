import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { answer } from '#server/db/schema/chat.ts';
import { mediaFile, mediaJob } from '#server/db/schema/mediaJobs.ts';
import type { TestServer } from './server.ts';

/** Stores a file as if a media model had made it as this answer. Returns its id. */
export async function storeMadeFile(
  { platform, database: { query } }: TestServer,
  { answer_id: answerId, message_id: messageId }: { answer_id: string; message_id: string },
): Promise<string> {
  const [row] = await query
    .select({ userId: answer.userId })
    .from(answer)
    .where(eq(answer.id, answerId));
  const userId = row?.userId ?? '';
  const id = randomUUID();
  const content = new TextEncoder().encode('not a picture');
  await platform.media.put(`media/${id}`, content, 'image/png');
  const made = { answerId, userId, kind: 'picture' } as const;
  await query.insert(mediaJob).values({
    ...made,
    model: 'dall-e-3',
    provider: 'sandbox',
    upstream: 'sandbox-picture',
    prompt: 'a cat',
    options: { kind: 'picture', size: 'square', quality: 'low' },
    isPro: false,
    atOnce: 2,
    state: 'stored',
    deadline: new Date(),
  });
  await query.insert(mediaFile).values({
    ...made,
    id,
    messageId,
    place: 0,
    type: 'image/png',
    size: content.length,
    sha256: '0'.repeat(64),
  });
  return id;
}
