import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromiumArguments } from '../setup/chromiumArguments.ts';
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
  const browser = await openBrowser();
  try {
    const scored: Scores[] = [];
    for (const page of pages) {
      const all: Scores[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await scorePage(page, browser.port));
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

/** A Chromium that Lighthouse can talk to, which needs its port. */
async function openBrowser(): Promise<{ port: number; close(): Promise<void> }> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'dolores-lighthouse-'));
  const child = spawn(
    process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    [
      '--headless',
      ...chromiumArguments,
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const listening = Promise.withResolvers<void>();
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('DevTools listening')) listening.resolve();
  });
  child.once('exit', () => listening.reject(new Error('The browser ended')));
  await listening.promise;
  return {
    port,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
