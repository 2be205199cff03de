import type { Tier } from '#domain/plans.ts';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { type Use, givePointsBack, takePoints } from '#server/services/login/limits.ts';

type Means = Pick<Platform, 'config' | 'database' | 'log'>;

/**
 * Counts a question against what a user of this tier may ask in a minute and in a day. Answers what takes it back, for
 * a question that is not asked after all. Throws `too_many_requests` with `retry_seconds`; then it was not counted.
 */
export async function countQuestion(
  means: Means,
  userId: string,
  tier: Tier,
): Promise<() => Promise<void>> {
  const { questionsPerMinute, questionsPerDay } = means.config;
  const uses = [
    useOf('question_minute', questionsPerMinute[tier], 60, userId),
    useOf('question_day', questionsPerDay[tier], 86_400, userId),
  ].filter(({ limit }) => limit.points > 0);
  const counted: Use[] = [];
  const takeBack = () => takeAllBack(means, counted);
  try {
    for (const use of uses) {
      // What is refused is counted, too, and would make the wait longer for a retry that joins its answer.
      counted.push(use);
      await takePoints(means, [use]);
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  return takeBack;
}

async function takeAllBack(means: Means, uses: readonly Use[]): Promise<void> {
  try {
    await givePointsBack(means, uses);
  } catch (error) {
    // The reason why it was not asked is what its user must read.
    means.log.warn({ error: redactedError(error) }, 'a question that was not asked stays counted');
  }
}

function useOf(name: string, points: number, seconds: number, by: string): Use {
  return { limit: { name, points, seconds }, by };
}
