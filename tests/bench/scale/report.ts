import { day, peakFactor } from './day.ts';
import type { ScaleReport } from './run.ts';

/** A processor is full from here on: above it, waiting grows faster than work. */
const fullPart = 0.7;
/** Commits that an ordinary SSD flushes in a second, several at once. */
const commitsPerSecond = 2_000;
const answersPerServer = 1_000;
const secondsOfDay = 86_400;
const scales = [1, 10, 100, 1_000] as const;

type Resource = { name: string; needed: number; unit: string };

/** Returns what the busiest hour of a day with so many times the visitors needs, largest first. */
export function resourcesAt(report: ScaleReport, times: number): Resource[] {
  const { page, read, question } = report;
  const visitors = day.visitors * times;
  const perSecond = (visitors / secondsOfDay) * peakFactor;
  const busy = (part: 'server' | 'database' | 'commits') =>
    perSecond * (page[part] * day.pages + read[part] * day.reads + question[part] * day.questions);
  const streams = perSecond * day.questions * day.answerSeconds;
  return [
    { name: 'processors of servers', needed: busy('server') / 1_000 / fullPart, unit: 'cores' },
    {
      name: 'processors of PostgreSQL',
      needed: busy('database') / 1_000 / fullPart,
      unit: 'cores',
    },
    { name: 'flushes of one disk', needed: busy('commits') / commitsPerSecond, unit: 'disks' },
    { name: 'open answers', needed: streams / answersPerServer, unit: 'servers' },
  ].toSorted((a, b) => b.needed - a.needed);
}

/** Returns the figures as text. */
export function tableOf(report: ScaleReport): string {
  const { page, read, question, conversationBytes, publish, day: run, ledger } = report;
  const cost = (name: string, { server, database, log }: typeof read) =>
    `${name.padEnd(14)}${fixed(server)} ms server  ${fixed(database)} ms database  ${(log / 1_000).toFixed(1)} KB log`;
  const factor = (day.visitors / run.visitors) * (secondsOfDay / run.seconds);
  const yearly =
    (conversationBytes / day.questionsInConversation) * day.questions * day.visitors * 365;
  const million = (publish.seconds / publish.pages) * 1_000_000;
  return [
    cost('a page', page),
    cost('a read', read),
    cost('a question', question),
    `a visitor     ${fixed(page.server * day.pages + read.server * day.reads + question.server * day.questions)} ms server, ${((page.bytes * day.pages) / 1_000).toFixed(0)} KB of pages`,
    `a conversation of ${day.questionsInConversation} questions: ${(conversationBytes / 1_000).toFixed(1)} KB; ${(yearly / 1e9).toFixed(0)} GB in a year of ${day.visitors.toLocaleString('en')} visitors a day`,
    '',
    `the day: ${run.visitors} visitors in ${run.seconds} s, ${(day.visitors / run.visitors).toFixed(0)} times fewer and ${(secondsOfDay / run.seconds).toFixed(0)} times faster: ${(secondsOfDay / run.seconds / (day.visitors / run.visitors)).toFixed(1)} times the rate of the real day (1/${factor.toFixed(0)} of its visitor-seconds)`,
    `  pages ${fixed(run.page.p50)} ms, p99 ${fixed(run.page.p99)}; first text ${fixed(run.firstText.p50)} ms, p99 ${fixed(run.firstText.p99)}; ${run.failed} failed`,
    '',
    ...scales.map(
      (times) =>
        `${(day.visitors * times).toLocaleString('en').padStart(11)} visitors a day: ${resourcesAt(
          report,
          times,
        )
          .map(
            ({ name, needed, unit }) => `${needed.toFixed(needed < 10 ? 2 : 0)} ${unit} (${name})`,
          )
          .join(', ')}`,
    ),
    '',
    ...ledger.map(
      ({ rows, p50, p99, bytes, keyBytes }) =>
        `a ledger of ${rows.toLocaleString('en')} rows: one more entry ${fixed(p50)} ms, p99 ${fixed(p99)}; ${(bytes / 1e6).toFixed(0)} MB and ${(keyBytes / 1e6).toFixed(0)} MB of keys`,
    ),
    '',
    `publish: ${publish.pages} pages in ${publish.seconds} s; a change: ${publish.changedPages} pages in ${publish.changeSeconds} s`,
    `  1,000,000 pages by the same arithmetic: ${(million / 60).toFixed(0)} min`,
  ].join('\n');
}

function fixed(number: number): string {
  return number.toFixed(2).padStart(7);
}
