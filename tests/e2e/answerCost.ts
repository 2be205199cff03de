import type { Locator } from '@playwright/test';

/** Returns the charged price of an answer, which its button for another answer repeats. */
export function costIn(answer: Locator, text: string): Locator {
  return answer.locator('span:not(button *)').filter({ hasText: new RegExp(`^${text}$`) });
}
