import { expect, it } from 'vitest';
import type { BranchMessage } from '#server/db/queries/branches.ts';
import { withoutFailed } from '#server/services/shares/withoutFailed.ts';

const states: readonly [NonNullable<BranchMessage['state']> | null, string, string[]][] = [
  ['finished', 'Whole', ['Question', 'Whole']],
  ['stopped', 'Begun', ['Question', 'Begun']],
  [null, 'Imported', ['Question', 'Imported']],
  ['finished', '', []],
  ['failed', 'Partial', []],
  ['interrupted', 'Partial', []],
];

it.each(states)('leaves out what failed: %s with "%s"', (state, text, expected) => {
  const branch = [message('user', 'Question', null), message('assistant', text, state)];
  expect(withoutFailed(branch).map((one) => one.text)).toEqual(expected);
});

it('keeps the questions around one that failed', () => {
  const branch = [
    message('user', 'First', null),
    message('assistant', 'Answer', 'finished'),
    message('user', 'Second', null),
    message('assistant', 'Partial', 'failed'),
    message('user', 'Third', null),
  ];
  expect(withoutFailed(branch).map(({ text }) => text)).toEqual(['First', 'Answer', 'Third']);
});

function message(
  role: BranchMessage['role'],
  text: string,
  state: BranchMessage['state'],
): BranchMessage {
  const created = new Date('2026-01-01T00:00:00Z');
  const none = { attachments: [], search: null, media: [] };
  return { id: `${role} ${text}`, role, text, created, model: null, state, ...none };
}
