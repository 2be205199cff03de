import type { AnswerEvent } from '#contract/chat/chat.ts';
import { mediaUsualSeconds } from '#domain/media/media.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertProgress, readProgress } from '#server/db/queries/mediaJobs.ts';

type Progress = Extract<AnswerEvent, { type: 'progress' }>;

/** Stores the progress of a job as an event, unless it is unchanged. Returns whether it was stored. */
export async function storeProgress(executor: Executor, answerId: string): Promise<boolean> {
  const row = await readProgress(executor, answerId);
  if (!row) return false;
  const event: Progress = {
    type: 'progress',
    state: row.state,
    ahead: row.ahead,
    percent: row.percent,
    asked: row.created.toISOString(),
    started: row.started?.toISOString() ?? null,
    expected_seconds: Math.max(1, Math.round(row.usual ?? mediaUsualSeconds[row.kind])),
    deadline: row.deadline.toISOString(),
  };
  return insertProgress(executor, answerId, event);
}
