import { isDay } from '#domain/dates.ts';
import type { TaxRate } from '#domain/pricing/tax.ts';
import type { EnvironmentReader } from '#server/environment.ts';

/** The tax details on receipts, which omit unset values. */
export type SellerTaxConfig = {
  /** The seller's tax number. */
  id: string | undefined;
  /** Empty where prices include no tax. */
  rates: readonly TaxRate[];
  /** A sentence of the operator's, for example why there is no tax. */
  note: string | undefined;
};

const firstDay = '1970-01-01';

/** Reads `SELLER_TAX_ID`, `SELLER_TAX_NOTE` and `SELLER_TAX_RATE`: `19`, or with later rates `19, 2027-01-01=21`. */
export function readSellerTax(read: EnvironmentReader): SellerTaxConfig {
  const parts = (read.text('SELLER_TAX_RATE') ?? '').split(',').filter((part) => part.trim());
  const rates = parts.map(toRate);
  const valid = rates.filter((rate) => rate !== undefined);
  if (valid.length < rates.length) {
    read.problems.push(
      'SELLER_TAX_RATE must be percentages from 0 to 100, later ones with their first day: 19, 2027-01-01=21',
    );
  }
  return { id: read.text('SELLER_TAX_ID'), note: read.text('SELLER_TAX_NOTE'), rates: valid };
}

function toRate(text: string, index: number): TaxRate | undefined {
  const [, from = index === 0 ? firstDay : '', number = ''] =
    /^(?:([\d-]+)\s*=\s*)?(\d{1,3}(?:\.\d{1,2})?)$/.exec(text.trim()) ?? [];
  const percent = Number(number);
  return number !== '' && isDay(from) && percent <= 100 ? { from, percent } : undefined;
}
