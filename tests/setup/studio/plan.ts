/**
 * The reaction of a provider to a request for a new file. An order that is reported as `after` has begun there
 * nevertheless.
 */
export const submitReplies = [
  'take',
  'answer 429',
  'answer 503',
  'refuse',
  'answer 500',
  'answer 500 after',
  'cut',
  'cut after',
  'answer no JSON after',
  'answer other types after',
] as const;

export type SubmitReply = (typeof submitReplies)[number] | 'never answer';

/** The reaction of a provider to a query about the state of an order. */
export type PollReply =
  | { does: 'running'; word: string }
  | {
      does:
        | 'answer 404'
        | 'answer 429'
        | 'answer 500'
        | 'cut'
        | 'answer no JSON'
        | 'answer other types';
    };

/** The end of an order. `late` means: made once its deadline has passed. */
export const outcomes = [
  'made',
  'late',
  'failed',
  'forgotten',
  'never',
  'made without an address',
  'made of another kind',
  'made broken',
] as const;

export type Outcome = (typeof outcomes)[number];

export type FileReply = 'send' | 'answer 500' | 'cut' | 'drip';

/** How an order fares at its provider. The last reply of each list is repeated. */
export type Plan = {
  submits: readonly SubmitReply[];
  /** Before the outcome shows. */
  polls: readonly PollReply[];
  outcome: Outcome;
  /** The provider's word for the outcome, if it has several. */
  word: string;
  files: readonly FileReply[];
};

/** Nothing goes wrong. */
export const smoothPlan: Plan = {
  submits: ['take'],
  polls: [],
  outcome: 'made',
  word: 'completed',
  files: ['send'],
};
