import lighthouse from 'lighthouse';
import { launchChromium } from '../setup/chromium.ts';
import { freePort } from '../setup/process.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse’s scores of a page, 0–100, and its findings. */
export type Scores = {
  name: string;
  scores: Record<(typeof categories)[number], number>;
  findings: string[];
};

/** Scores of pages as Lighthouse’s mobile preset sees them, the median by performance of `runs`. */
export async function scorePages(
  pages: readonly { name: string; url: string }[],
  runs: number,
): Promise<Scores[]> {
  // Lighthouse talks to a browser by its port.
  const port = await freePort();
  const browser = await launchChromium({ args: [`--remote-debugging-port=${port}`] });
  try {
    const scored: Scores[] = [];
    for (const page of pages) {
      const all: Scores[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await scorePage(page, port));
      all.sort((one, other) => one.scores.performance - other.scores.performance);
      const median = all[Math.floor(all.length / 2)];
      if (median) scored.push(median);
    }
    return scored;
  } finally {
    await browser.close();
  }
}

async function scorePage(page: { name: string; url: string }, port: number): Promise<Scores> {
  const result = await lighthouse(page.url, { port, onlyCategories: [...categories] });
  if (!result) throw new Error(`Lighthouse said nothing about ${page.url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${page.url}: ${lhr.runtimeError.message}`);
  const scoreOf = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const findings = categories.flatMap((name) =>
    (lhr.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id];
      const isLost = weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9;
      return isLost ? [`${name}: ${audit?.title} ${audit?.displayValue ?? ''}`.trim()] : [];
    }),
  );
  const scores = Object.fromEntries(categories.map((name) => [name, scoreOf(name)]));
  return { name: page.name, scores: scores as Scores['scores'], findings };
}
