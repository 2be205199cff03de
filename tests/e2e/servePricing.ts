import type { Page } from '@playwright/test';
import { contentSecurityPolicy, toastStyles } from '#release/contentSecurityPolicy.ts';
import { inlineContent } from '#release/inlineContent.ts';
import { renderPricing } from '../setup/pricingPages.ts';

const known = new Map<string, ReturnType<typeof renderPricing>>();

/**
 * Serves `/en/pricing` as it is for a day and ways to pay, with the policy that its release would have. The server of
 * these tests answers everything else.
 */
export async function servePricing(
  page: Page,
  day: string,
  paymentMethods: readonly string[] = ['stripe'],
): Promise<void> {
  const key = `${day} ${paymentMethods.join()}`;
  const rendered = known.get(key) ?? renderPricing(day, { paymentMethods, hasGoogle: true });
  known.set(key, rendered);
  const html = (await rendered)['/en/pricing'] ?? '';
  const policy = contentSecurityPolicy(inlineContent(html), toastStyles());
  await page.route('**/en/pricing', (route) =>
    route.fulfill({
      body: html,
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
    }),
  );
}
