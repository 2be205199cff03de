import { type Day, addDays, daysBetween } from '#domain/dates.ts';
import { hashOf } from '#domain/hash.ts';
import { demoDays } from '#server/services/demo/demoFolder.ts';
import {
  type RandomNumbers,
  randomNumbers,
  zipfLike,
} from '#server/services/demo/randomNumbers.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';

/** The properties of a GPT from which its figures are generated. Day 0 is the first day of the histories. */
export type DemoProfile = {
  /** The day of its creation; negative for GPTs older than the histories. */
  firstDay: number;
  daily: number;
  /** The trend over the histories: positive rises, negative falls. */
  slope: number;
  /** The first day of three with much more use than usual; `null` for most. */
  rush: number | null;
  /** Days without a reading, whose growth is estimated; `null` for most. */
  gap: { from: number; to: number } | null;
};

export type DemoGpt = { id: string; lang: string | null };

/** The seed of the figures, and their first and last day. */
export type DemoSpan = { seed: number; since: Day; until: Day };

const streams = { profile: 11, days: 12 } as const;
const mostDaily = 2_500;
/** GPTs in other languages have less use, as fewer people can read them. */
const shareOfOtherLanguages = 0.3;
const shareOfNewcomers = 0.14;
const oldestAge = 300;
/** Use from Sunday to Saturday, relative to a Monday. */
const weekdays = [0.72, 1, 1.05, 1.04, 1.01, 0.93, 0.68];

/** Returns the profile of a GPT, always the same for the same seed. Popularity follows a power law. */
export function demoProfile(seed: number, { id, lang }: DemoGpt): DemoProfile {
  const next = randomNumbers(seed, streams.profile, hashOf(id));
  const share = lang === 'en' ? 1 : shareOfOtherLanguages;
  const daily = Math.min(4 * zipfLike(next), mostDaily) * share;
  const isNewcomer = next() < shareOfNewcomers;
  // More newcomers in the last weeks, so that each range of the rankings shows some.
  const back = Math.floor(demoDays * next() ** 1.5);
  const firstDay = isNewcomer ? demoDays - 1 - back : -30 - Math.floor(oldestAge * next());
  const slope = next() * 1.8 - 0.7;
  const rush = next() < 0.25 ? Math.floor(demoDays * next()) : null;
  const gapStart = 10 + Math.floor((demoDays - 20) * next());
  const gap = next() < 0.1 ? { from: gapStart, to: gapStart + 2 + Math.floor(4 * next()) } : null;
  return { firstDay, daily, slope, rush, gap };
}

/**
 * Yields the histories of GPTs as rows of an imported history: the total number of conversations on each day. A longer
 * span begins with the rows of a shorter one.
 */
export function* demoHistories(span: DemoSpan, gpts: readonly DemoGpt[]): Generator<ImportRow> {
  for (const gpt of gpts) yield* historyOf(span, gpt);
}

function* historyOf({ seed, since, until }: DemoSpan, gpt: DemoGpt): Generator<ImportRow> {
  const { id } = gpt;
  const profile = demoProfile(seed, gpt);
  const next = randomNumbers(seed, streams.days, hashOf(id));
  const first = Math.max(0, profile.firstDay);
  let count = Math.round(profile.daily * Math.max(0, -profile.firstDay) * 0.6);
  for (let number = first; number <= daysBetween(since, until); number += 1) {
    const day = addDays(since, number);
    if (number > first) count += conversationsOn(profile, number, day, next);
    if (isInGap(profile, number)) continue;
    yield { place: `${id}, ${day}`, value: { date: day, id, conversations: String(count) } };
  }
}

function conversationsOn(
  { firstDay, daily, slope, rush }: DemoProfile,
  number: number,
  day: Day,
  next: RandomNumbers,
): number {
  const season = weekdays[new Date(day).getUTCDay()] ?? 1;
  const trend = Math.exp(slope * Math.tanh((number - demoDays / 2) / 50));
  const start = firstDay < 0 ? 1 : 1 - Math.exp(-(number - firstDay) / 10);
  const rushed = rush !== null && number >= rush && number < rush + 3 ? 3 : 1;
  const noise = 0.75 + next() / 2;
  return Math.floor(daily * season * trend * start * rushed * noise + next());
}

function isInGap({ gap }: DemoProfile, number: number): boolean {
  return gap !== null && number >= gap.from && number <= gap.to;
}

/** Returns the GPTs of rows of the starter catalogue that have one. */
export async function demoGptsOf(rows: AsyncIterable<ImportRow>): Promise<DemoGpt[]> {
  const gpts: DemoGpt[] = [];
  for await (const row of rows) {
    const gpt = demoGptOf(row);
    if (gpt !== undefined) gpts.push(gpt);
  }
  return gpts;
}

/** Returns the GPT of a row of the starter catalogue; `undefined` if it has none. */
function demoGptOf(row: ImportRow): DemoGpt | undefined {
  if (!('value' in row)) return undefined;
  const { id, lang } = (row.value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string') return undefined;
  return { id, lang: typeof lang === 'string' ? lang : null };
}

/** Yields the starter GPTs with the dates of creation that match their histories. */
export async function* demoCatalogue(
  rows: AsyncIterable<{ place: string; value: unknown }>,
  { seed, since }: DemoSpan,
): AsyncGenerator<ImportRow> {
  for await (const row of rows) {
    const gpt = demoGptOf(row);
    if (gpt === undefined) continue;
    const value = row.value as Record<string, unknown>;
    const created = addDays(since, demoProfile(seed, gpt).firstDay);
    const changed = value['updated'];
    const updated = typeof changed === 'string' && changed > created ? changed : created;
    yield { place: row.place, value: { ...value, created, updated } };
  }
}
