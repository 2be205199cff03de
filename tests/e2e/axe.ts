import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';

type Rules = Readonly<{ type: 'rule'; values: readonly string[] }>;
type Options = { resultTypes: readonly string[]; runOnly?: Rules; iframes: boolean };
type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };
type Axe = {
  run: (part: Document | string, options: Options) => Promise<{ violations: Violation[] }>;
};

/** The program that looks, as its adapter for Playwright brings it along. */
const adapter = createRequire(import.meta.url).resolve('@axe-core/playwright');
const program = readFileSync(createRequire(adapter).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Expects that axe finds nothing wrong on a page, or in the part of it that a selector names; by some rules alone where
 * they are given. A page gets the program once, however often it is looked at: that takes longer than most looks.
 */
export async function expectNothingWrong(
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(program);
  const options: Options = {
    resultTypes: ['violations'],
    // There are no such rules.
    iframes: false,
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  };
  await endTransitions(page);
  const violations = await page.evaluate(
    async ([where, how]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Elements that fade in are pale until they have appeared.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      return (await axe.run(where ?? document, how)).violations;
    },
    [part, options] as const,
  );
  const sentences = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  expect(sentences, `on ${page.url()}`).toEqual([]);
}

/** Half-way from light to dark, colours have a contrast that is not meant for reading. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}
