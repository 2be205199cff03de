import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';

/*
 * The keys of all stored files, for backups. Raw, because it also reads databases of older versions, and because it
 * repeats the keys that triggers make.
 */

/** Returns the keys in the media store that rows refer to. */
export async function listStoredMedia(executor: Executor): Promise<string[]> {
  const { rows } = await executor.execute(
    sql`select 'attachments/' || coalesce(content_id, id) as key from attachment
      union select 'media/' || id from media_file
      union select 'sharing/' || picture_id from sharing_post where picture_id is not null
      union select 'pictures/' || substr(picture, length('/api/account/pictures/') + 1)
        from app_user where picture like '/api/account/pictures/%'
      order by key`,
  );
  return parseRows({ key: z.string() }, rows).map(({ key }) => key);
}
