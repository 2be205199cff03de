import type { AnswerEvent } from '#contract/chat.ts';
import { mediaUsualSeconds } from '#domain/media.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertProgress, readProgress } from '#server/db/queries/mediaJobs.ts';

type Progress = Extract<AnswerEvent, { type: 'progress' }>;

/** Stores how a job stands as an event of its answer, unless readers know it. Returns whether it was news. */
export async function tellProgress(executor: Executor, answerId: string): Promise<boolean> {
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
