import type { CodeGrant } from '#domain/product/giftCodes.ts';
import type { CorePlatform } from '#server/context.ts';
import { redemptionBatch, redemptionCode } from '#server/db/schema/credits.ts';
import { wholeNumber } from '#server/inputChecks.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { checkBatch, insertCodes } from '#server/services/codes/codeBatches.ts';
import { hashGiftCode, newGiftCode } from '#server/services/codes/giftCodes.ts';

export type CodeOrder = CodeGrant & {
  /** How many codes, 1 to 10,000. Each grants 1 to 1,000,000 credits. */
  count: number;
  /** The time after which an unused code does not work any more; `null` for never. */
  expires: Date | null;
  /** The purpose of the codes, at most 200 characters. */
  note: string | null;
};

/** The issued codes: the number of the batch, and its codes in clear. */
type Issued = { batch: number; codes: string[] };

/**
 * Issues gift codes and returns them in clear. Only their hashes are stored, so they cannot be read again. Writes an
 * audit row. Throws `invalid_input` with the field that is wrong.
 */
export async function issueCodes(
  { config, database, now }: CorePlatform,
  order: CodeOrder,
): Promise<Issued> {
  wholeNumber('credits:', order.credits, 1_000_000);
  checkBatch(order, now());
  const { count, credits, product, expires, note } = order;
  const codes = Array.from({ length: count }, newGiftCode);
  const batch = await database.transaction(async (transaction) => {
    const [made] = await transaction
      .insert(redemptionBatch)
      .values({ note })
      .returning({ id: redemptionBatch.id });
    if (!made) throw new Error('The batch was not stored');
    const common = { batchId: made.id, credits, product, expires };
    await insertCodes(codes, (part) =>
      transaction
        .insert(redemptionCode)
        .values(part.map((code) => ({ ...common, codeHash: hashGiftCode(config.secret, code) }))),
    );
    const details = { count, credits, product, expires, note };
    await writeAudit(transaction, 'codes.issue', `batch ${made.id}`, details);
    return made.id;
  });
  return { batch, codes };
}
