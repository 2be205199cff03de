import { and, desc, eq, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { invitation, invitationBatch } from '#server/db/schema/people.ts';
import {
  type CodeSelection,
  checkBatch,
  codeCounts,
  insertCodes,
  isSelected,
  refuseUnknownCodes,
} from '#server/services/codes/codeBatches.ts';
import { newGiftCode } from '#server/services/codes/giftCodes.ts';
import { hashInvitation } from '#server/services/login/invitations.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

export type InvitationOrder = {
  /** How many, 1 to 10,000. */
  count: number;
  /** The time after which an unused one does not work any more; `null` for never. */
  expires: Date | null;
  /** Their purpose, at most 200 characters. */
  note: string | null;
};

/**
 * Issues invitations, each for one account, and returns them in clear. Only their hashes are stored, so they cannot be
 * read again. Throws `invalid_input` with the field that is wrong.
 */
export async function issueInvitations(
  { config, database, now }: CorePlatform,
  order: InvitationOrder,
): Promise<{ batch: number; codes: string[] }> {
  checkBatch(order, now());
  const { count, expires, note } = order;
  const codes = Array.from({ length: count }, newGiftCode);
  const batch = await database.transaction(async (transaction) => {
    const [made] = await transaction
      .insert(invitationBatch)
      .values({ note })
      .returning({ id: invitationBatch.id });
    if (!made) throw new Error('The batch was not stored');
    const common = { batchId: made.id, expires };
    await insertCodes(codes, (part) =>
      transaction
        .insert(invitation)
        .values(part.map((code) => ({ ...common, codeHash: hashInvitation(config.secret, code) }))),
    );
    await writeAudit(transaction, 'invitations.issue', `batch ${made.id}`, order);
    return made.id;
  });
  return { batch, codes };
}

/** Lists the newest batches of invitations, with their number in each state. */
export async function listInvitations({ database, now }: CorePlatform, limit: number) {
  const { used, revoked, expires } = invitation;
  const { id, note, created } = invitationBatch;
  return database.query
    .select({ id, note, created, expires, ...codeCounts({ used, revoked, expires }, now()) })
    .from(invitationBatch)
    .innerJoin(invitation, eq(invitation.batchId, id))
    .groupBy(id, expires)
    .orderBy(desc(id))
    .limit(limit);
}

/**
 * Withdraws invitations that are not used. Opened accounts stay. Writes an audit row when it changed something. Throws
 * `invalid_input`, and `not_found` for an unknown batch or code: then none is withdrawn.
 */
export async function revokeInvitations(
  { config, database, now }: CorePlatform,
  selection: CodeSelection,
  reason: string | null,
): Promise<{ revoked: number; used: number }> {
  const hash = (code: string) => hashInvitation(config.secret, code);
  const selected = isSelected(selection, invitation, hash);
  return database.transaction(async (transaction) => {
    const { used, revoked, batchId } = invitation;
    const changed = await transaction
      .update(invitation)
      .set({ revoked: now() })
      .where(and(selected, isNull(used), isNull(revoked)))
      .returning({ batch: batchId });
    const found = await transaction.select().from(invitation).where(selected);
    refuseUnknownCodes(selection, found, hash);
    if (changed.length > 0) {
      const batches = [...new Set(changed.map(({ batch }) => batch))].join(', ');
      const details = { count: changed.length, reason };
      await writeAudit(transaction, 'invitations.revoke', `batch ${batches}`, details);
    }
    return { revoked: changed.length, used: found.filter((one) => one.used !== null).length };
  });
}
