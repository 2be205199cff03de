import type { Language } from '#domain/languages/languages.ts';
import { type TimedRange, periodOf } from '#domain/ranking/ranking.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';
import { periodName } from '#i18n/periods.ts';

/** The comparison of a ranking with what the formula gives, as `stores/ranking/recompute.ts` returns it. */
type Comparison =
  | { state: 'missing' | 'invalid' | 'version' }
  | {
      state: 'compared';
      /** Numbers of compared places, and of those that differ. */
      all: number;
      wrong: number;
      areSumsEqual: boolean;
      problems: readonly string[] | null;
      before: string | null | undefined;
      recounts: readonly { recorded: string; reason: string }[];
    };

export type RecomputeText = { text: string; tone: 'positive' | 'negative' | 'neutral' };

/** Returns the sentences about a recomputed ranking. They need the messages `ranking.recompute.*`. */
export function recomputeTexts(
  comparison: Comparison,
  range: TimedRange,
  language: Language,
  t: TranslateInBrowser,
): RecomputeText[] {
  const say = (tone: RecomputeText['tone'], key: string, values = {}): RecomputeText => ({
    tone,
    text: t(`ranking.recompute.${key}`, values),
  });
  if (comparison.state !== 'compared') return [say('negative', comparison.state)];
  const { all, wrong, areSumsEqual, problems, before, recounts } = comparison;
  const texts = [
    wrong === 0
      ? say('positive', 'equal', { count: all })
      : say('negative', 'different', { wrong, all }),
  ];
  if (!areSumsEqual) texts.push(say('negative', 'sums'));
  if (problems === null) texts.push(say('neutral', 'chain.insecure'));
  for (const problem of problems ?? []) texts.push(say('negative', `chain.${problem}`));
  if (problems?.length === 0) texts.push(chainText());
  for (const { recorded, reason } of recounts) {
    texts.push(
      say('neutral', 'recount', { day: formatOf(language).day(recorded.slice(0, 10)), reason }),
    );
  }
  return texts;

  function chainText(): RecomputeText {
    if (before === undefined) return say('neutral', 'chain.away');
    const period = before === null ? undefined : periodOf(range, before);
    if (period === undefined) return say('positive', 'chain.first');
    return say('positive', 'chain.checked', { period: periodName(language, range, period) });
  }
}
