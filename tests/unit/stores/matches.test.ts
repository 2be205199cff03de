import { expect, it } from 'vitest';
import { matchesIn } from '#stores/chat/matches.ts';
import { newAnswer, newQuestion } from '#stores/thread/thread.ts';

const question = newQuestion('1', { parentKey: null, text: 'Where is *bread*?', attachments: [] });
const answer = {
  ...newAnswer('1', question.key, { model: 'gpt-4o-mini' }),
  text: 'Good **bre**ad is at [the bread shop](https://bread.example), `bread.sh`.',
};

it('finds what is shown of questions and answers, in their order', () => {
  const found = matchesIn([question, answer], 'Bread');
  expect(found.map(({ message, nth }) => [message.role, nth])).toEqual([
    ['user', 0],
    ['assistant', 0],
    ['assistant', 1],
    ['assistant', 2],
  ]);
});

it('finds marks in questions, which are shown as typed, and nothing for spaces', () => {
  expect(matchesIn([question, answer], '*bread')).toHaveLength(1);
  expect(matchesIn([question, answer], ' ')).toEqual([]);
});
