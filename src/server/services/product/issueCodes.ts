import { type CodeGrant, giftNoteMaxCharacters } from '#domain/giftCodes.ts';
import type { Platform } from '#server/context.ts';
import { redemptionBatch, redemptionCode } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { hashGiftCode, newGiftCode } from '#server/services/product/codes.ts';

export type CodeOrder = CodeGrant & {
  /** How many codes, 1 to 10,000. Each grants 1 to 1,000,000 credits. */
  count: number;
  /** When a code that nobody redeemed stops working; `null` for never. */
  expires: Date | null;
  /** The purpose of the codes, at most 200 characters. */
  note: string | null;
};

/** The issued codes: the number of the batch, and its codes in clear. */
type Issued = { batch: number; codes: string[] };

/**
 * Issues gift codes and returns them in clear, this once: only their hashes are stored. Leaves an audit row. Throws
 * `invalid_input` naming what is wrong with the order.
 */
export async function issueCodes(
  { config, database, now }: Pick<Platform, 'config' | 'database' | 'now'>,
  order: CodeOrder,
): Promise<Issued> {
  checkOrder(order, now());
  const { count, credits, product, expires, note } = order;
  const codes = Array.from({ length: count }, newGiftCode);
  const batch = await database.transaction(async (transaction) => {
    const [made] = await transaction
      .insert(redemptionBatch)
      .values({ note })
      .returning({ id: redemptionBatch.id });
    if (!made) throw new Error('The batch was not stored');
    for (let start = 0; start < codes.length; start += 1_000) {
      const rows = codes.slice(start, start + 1_000).map((code) => ({
        batchId: made.id,
        codeHash: hashGiftCode(config.secret, code),
        credits,
        product,
        expires,
      }));
      await transaction.insert(redemptionCode).values(rows);
    }
    const details = { count, credits, product, expires, note };
    await writeAudit(transaction, 'codes.issue', `batch ${made.id}`, details);
    return made.id;
  });
  return { batch, codes };
}

function checkOrder({ count, credits, expires, note }: CodeOrder, now: Date): void {
  checkRange('count', count, 10_000);
  checkRange('credits', credits, 1_000_000);
  if (expires && !(expires > now)) {
    throw new AppError('invalid_input', 'expires: must be in the future');
  }
  if (note !== null && [...note].length > giftNoteMaxCharacters) {
    throw new AppError('invalid_input', `note: at most ${giftNoteMaxCharacters} characters`);
  }
}

function checkRange(field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new AppError('invalid_input', `${field}: must be a whole number from 1 to ${most}`);
}
