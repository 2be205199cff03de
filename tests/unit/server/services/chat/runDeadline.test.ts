import { expect, it } from 'vitest';
import type { ModelRequest, ModelRoute } from '#server/gateways/models/models.ts';
import { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import { StopRequest } from '#server/services/answers/produce/readModel.ts';
import { type ReadAnswer, endBy, untilGivenUp } from '#server/services/chat/runDeadline.ts';

const job = {
  route: { upstream: 'one/model' } as ModelRoute,
  request: { turns: [] } as unknown as ModelRequest,
};

function newAnswer() {
  const errors: unknown[] = [];
  const accepted = { type: 'accepted', answer_id: 'answer' } as never;
  const log = { error: (details: unknown) => void errors.push(details) };
  return { live: new LiveAnswer('answer', accepted), log, errors };
}

/** A run that nothing ends. */
const stuck = () => new Promise<never>(() => undefined);

it.each([
  ['before any text', '', { state: 'stopped', reason: 'stopped_before_output', charged: false }],
  ['after text', 'Some text', { state: 'stopped', reason: null, charged: true }],
])('ends a stuck run that its user stops %s', async (_, text, outcome) => {
  const { live, log, errors } = newAnswer();
  const reading = untilGivenUp(live, job, log, stuck);
  live.append(text);
  live.abort(new StopRequest('user'));
  expect((await reading).read).toMatchObject({ ...outcome, upstream: 'one/model', isAsked: true });
  expect(errors).toEqual([{ answer: 'answer' }]);
});

it('ends a stuck run by the deadline of its answer, which is free', async () => {
  const { live, log } = newAnswer();
  live.append('Some text');
  let read: ReadAnswer | undefined;
  await endBy(1, live, async () => {
    read = await untilGivenUp(live, job, log, stuck);
  });
  expect(read?.read).toMatchObject({ state: 'failed', reason: 'answer_timeout', charged: false });
});

it('returns the result and throws the error of a run that ends by itself', async () => {
  const { live, log, errors } = newAnswer();
  const result: ReadAnswer = {
    read: {
      state: 'finished',
      reason: null,
      charged: true,
      truncated: false,
      upstream: 'two',
      isAsked: true,
    },
    request: job.request,
  };
  expect(await untilGivenUp(live, job, log, async () => result)).toBe(result);
  const failing = untilGivenUp(live, job, log, () => Promise.reject(new Error('a fault')));
  await expect(failing).rejects.toThrow('a fault');
  expect(errors).toEqual([]);
});

it('ignores changes by a run that was given up', () => {
  const { live } = newAnswer();
  live.append('First, ');
  live.append('second.');
  live.complete();
  live.append(' Late.');
  live.add({ type: 'follow_ups', questions: ['Late?'] });
  expect(live.text).toBe('First, second.');
  expect(live.lastNumber).toBe(3);
});
