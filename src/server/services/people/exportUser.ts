import type { StoragePlatform } from '#server/context.ts';
import { accountArchive } from '#server/services/account/export/exportAccount.ts';
import type { ExportedFile } from '#server/services/conversations/export/exportConversations.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { livingUser } from '#server/services/people/namedUser.ts';

/** Returns the archive that the user gets in the settings, and writes an audit row. Throws `not_found` and `gone`. */
export async function exportUser(
  platform: StoragePlatform,
  text: string,
  reason: string,
): Promise<ExportedFile> {
  const { query } = platform.database;
  const { id } = await livingUser(platform, text);
  await writeAudit(query, 'users.export', id, { reason });
  const actor = { kind: 'user', userId: id, sessionId: '', address: '' } as const;
  return accountArchive({ ...platform, actor }, id);
}
