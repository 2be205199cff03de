import type { Locator } from '@playwright/test';

/** What an answer has cost. The button for another answer shows the same price. */
export function costIn(answer: Locator, text: string): Locator {
  return answer.locator('span:not(button *)').filter({ hasText: new RegExp(`^${text}$`) });
}
