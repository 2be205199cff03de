import type { AnswerEnd } from '#contract/chat/chat.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import { jobCost } from '#server/services/media/jobs/jobCost.ts';
import type { JobRow } from '#server/services/media/jobs/lease.ts';

/** Logs the line of an ended job of media: ids and figures, no prompt. */
export function logMedia(
  { log, now }: MediaJobPlatform,
  job: JobRow,
  { state, reason, charged }: Pick<AnswerEnd, 'state' | 'reason' | 'charged'>,
): void {
  log.info(
    {
      answer: job.answerId,
      user: job.userId,
      model: job.model,
      upstream: `${job.provider}/${job.upstream}`,
      state,
      reason,
      charged,
      cost: jobCost(job),
      submits: job.submits,
      milliseconds: now().getTime() - job.created.getTime(),
    },
    'media',
  );
}
