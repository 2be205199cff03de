import type { Logger } from 'pino';
import type { StoredEvent } from '#contract/chat/chat.ts';
import type { ModelRequest } from '#server/gateways/models/models.ts';
import type { Outcome } from '#server/services/answers/close/finishAnswer.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';

type Ended = {
  live: Pick<LiveAnswer, 'id' | 'firstText'>;
  job: { userId: string; accepted: StoredEvent; request: ModelRequest };
  outcome: Outcome;
  /** When the model was asked, after waiting in the queue. */
  asked: Date;
  ended: Date;
};

/** Logs the line of an answer: ids and figures, no texts. */
export function logAnswer(log: Logger, { live, job, outcome, asked, ended }: Ended): void {
  const { accepted, request, userId } = job;
  const isAccepted = accepted.type === 'accepted';
  const price = isAccepted ? accepted.price : undefined;
  const since = (moment: Date | undefined) => moment && moment.getTime() - asked.getTime();
  log.info(
    {
      answer: live.id,
      conversation: isAccepted ? accepted.conversation_id : undefined,
      user: userId,
      model: request.model.id,
      upstream: outcome.upstream,
      state: outcome.state,
      reason: outcome.reason,
      price,
      charged: outcome.charged ? price : 0,
      inputTokens: outcome.inputTokens,
      outputTokens: outcome.outputTokens,
      cost: outcome.cost,
      firstTextMilliseconds: since(live.firstText),
      milliseconds: since(ended),
    },
    'answer',
  );
}
