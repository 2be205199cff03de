/**
 * The countries of the European Economic Area (ISO 3166), whose law gives buyers a right of withdrawal with an electronic
 * function for it (Directive 2011/83/EU, articles 9 and 11a).
 */
const withdrawalCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
);

/** Whether a seller in this country must let buyers withdraw, and may grant credits at once only on request. */
export function hasWithdrawal(country: string | null | undefined): boolean {
  return typeof country === 'string' && withdrawalCountries.has(country);
}

/** Whether a seller in this country needs a cancel button that works without sign-in (Germany, § 312k BGB). */
export function needsCancelButton(country: string | null | undefined): boolean {
  return country === 'DE';
}
