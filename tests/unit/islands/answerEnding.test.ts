import { describe, expect, it } from 'vitest';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import { answerEnding } from '#islands/chat/message/answerEnding.ts';
import { type Answer, newAnswer } from '#stores/thread/thread.ts';

const t = translate(pickMessages('en', ['chat']), 'en');

describe('the ending of an answer', () => {
  it('includes the reason, and that the answer was free', () => {
    const failed = { state: 'failed', reason: 'upstream_error' } as const;
    expect(endingOf(failed)).toEqual([
      'The model’s provider reported an error.',
      'It cost nothing.',
    ]);
    const stopped = { state: 'stopped', reason: 'stopped_before_output' } as const;
    expect(endingOf(stopped).at(-1)).toBe('It cost nothing.');
    expect(endingOf({ ...stopped, charged: 1 })).toHaveLength(1);
  });

  it('does not repeat that it was free', () => {
    const late = { state: 'failed', reason: 'deadline_passed' } as const;
    expect(endingOf(late)).toEqual([t('chat.reason.deadline_passed')]);
  });
});

function endingOf(end: Partial<Answer>): readonly string[] {
  const answer = newAnswer('request', 'question', { model: 'gpt-4o-mini' });
  return answerEnding({ ...answer, ...end }, t)?.details ?? [];
}
