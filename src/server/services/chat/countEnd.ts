import type { Metrics } from '#server/metrics.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import type { ModelOutcome } from '#server/services/answers/produce/readModel.ts';

/** Counts the end of an answer, and the time from asking its model until the first text. */
export function countEnd(
  metrics: Metrics,
  model: string,
  { firstText }: LiveAnswer,
  { outcome: { state, reason }, asked }: { outcome: ModelOutcome; asked: Date },
): void {
  const firstTextSeconds = firstText && (firstText.getTime() - asked.getTime()) / 1_000;
  metrics.countAnswer({ model, state, reason, firstTextSeconds });
}
