import type { Product } from '#domain/plans.ts';
import type { Platform } from '#server/context.ts';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { AppError } from '#server/errors.ts';
import { hashGiftCode, newGiftCode } from '#server/services/product/codes.ts';

export type CodeOrder = {
  /** How many codes, 1 to 10,000. */
  count: number;
  /** What each of them grants, 1 to 1,000,000: credits that stay, those of a pack, or of each week or month of a plan. */
  credits: number;
  /** `null` for credits alone. */
  product: Product | null;
  /** When a code that nobody redeemed stops working; `null` for never. */
  expires: Date | null;
};

/**
 * Issues gift codes and answers them in clear, this once: only their hashes are stored. Leaves an audit row.
 * Throws `invalid_input` naming what is wrong with the order.
 */
export async function issueCodes(
  { config, database, now }: Pick<Platform, 'config' | 'database' | 'now'>,
  order: CodeOrder,
): Promise<string[]> {
  checkRange('count', order.count, 10_000);
  checkRange('credits', order.credits, 1_000_000);
  if (order.expires && !(order.expires > now())) {
    throw new AppError('invalid_input', 'expires: must be in the future');
  }
  const codes = Array.from({ length: order.count }, newGiftCode);
  const { credits, product, expires } = order;
  await database.transaction(async (transaction) => {
    for (let start = 0; start < codes.length; start += 1_000) {
      const rows = codes.slice(start, start + 1_000).map((code) => ({
        codeHash: hashGiftCode(config.secret, code),
        credits,
        product,
        expires,
      }));
      await transaction.insert(redemptionCode).values(rows);
    }
    await transaction.insert(auditEntry).values({
      action: 'codes.issue',
      subject: `${order.count} codes`,
      details: { count: order.count, credits, product, expires },
    });
  });
  return codes;
}

function checkRange(field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new AppError('invalid_input', `${field}: must be a whole number from 1 to ${most}`);
}
