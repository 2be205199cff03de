import type { Language } from '#domain/languages/languages.ts';

export function pricingPath(language: Language): string {
  return `/${language}/pricing`;
}

/** The prices of all models: a section of the pricing page. */
export function modelPricesPath(language: Language): string {
  return `${pricingPath(language)}#${modelPricesId}`;
}

export const modelPricesId = 'models';
