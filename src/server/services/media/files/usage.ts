import type { Tier } from '#domain/plans.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

/** Files of a user, and their bytes. */
export type Usage = { files: number; bytes: number };

const reading: Statement = {
  name: 'read_media_usage',
  text: `select count(*)::integer as files, coalesce(sum(size), 0)::float8 as bytes
    from media_file where user_id = $1 and deleted is null`,
};

/** The stored files of a user. */
export async function readUsage(executor: Executor, userId: string): Promise<Usage> {
  const [row] = await run<Usage>(executor, reading, [userId]);
  return row ?? { files: 0, bytes: 0 };
}

/** The limit of stored files for a user of this tier. */
export function limitOf({ media }: Pick<Config, 'media'>, tier: Tier): Usage {
  return { files: media.files[tier], bytes: media.megabytes[tier] * 1_000_000 };
}
