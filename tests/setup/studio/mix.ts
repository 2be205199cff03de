import fc from 'fast-check';
import { type MediaProviderName, mediaProviderNames } from '#domain/models/providers.ts';
import { type Plan, type PollReply, outcomes, submitReplies } from './plan.ts';

/** The actions of its user, with their times in milliseconds from the question on. */
export type JobRequest = {
  provider: MediaProviderName;
  plan: Plan;
  stopAfter: number | undefined;
};

export type Kill = { worker: number; after: number };

export type Mix = { jobRequests: readonly JobRequest[]; kills: readonly Kill[] };

const finishedWords = ['completed', 'COMPLETED', 'succeeded', 'Success', 'done', 'READY', 'Ok'];

const runningWords = [
  'queued',
  'IN_QUEUE',
  'starting',
  'dreaming',
  'TEXT_SUCCESS',
  'FIRST_SUCCESS',
  'a state of next year',
  '',
  'not failed yet',
];

const pollReply: fc.Arbitrary<PollReply> = fc.oneof(
  fc.record({ does: fc.constant('running' as const), word: fc.constantFrom(...runningWords) }),
  fc.record({
    does: fc.constantFrom(
      'answer 404' as const,
      'answer 429' as const,
      'answer 500' as const,
      'cut' as const,
      'answer no JSON' as const,
      'answer other types' as const,
    ),
  }),
);

const mostTake = fc.oneof(
  { weight: 3, arbitrary: fc.constant(['take'] as const) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...submitReplies), { minLength: 1, maxLength: 3 }),
  },
);

const plan: fc.Arbitrary<Plan> = fc.record({
  submits: mostTake,
  polls: fc.array(pollReply, { maxLength: 3 }),
  outcome: fc.oneof(
    { weight: 1, arbitrary: fc.constant('made' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...outcomes) },
  ),
  word: fc.constantFrom(...finishedWords),
  files: fc
    .array(fc.constantFrom('answer 500' as const, 'cut' as const), { maxLength: 2 })
    .map((faults) => [...faults, 'send' as const]),
});

const jobRequest: fc.Arbitrary<JobRequest> = fc.record({
  provider: fc.constantFrom(...mediaProviderNames),
  plan,
  stopAfter: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 4_000 }) },
  ),
});

/** Random requests of as many users at once, and kills of one of two workers while they run. */
export function mixes(jobs: number, kills: number): fc.Arbitrary<Mix> {
  const kill = fc.record({
    worker: fc.integer({ min: 0, max: 1 }),
    after: fc.integer({ min: 0, max: 4_000 }),
  });
  return fc.record({
    jobRequests: fc.array(jobRequest, { minLength: jobs, maxLength: jobs }),
    kills: fc.array(kill, { minLength: kills, maxLength: kills }),
  });
}
