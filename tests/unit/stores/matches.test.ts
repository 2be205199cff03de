import { expect, it } from 'vitest';
import { shownText } from '#markdown/shownText.ts';
import { matchesIn, readAhead } from '#stores/chat/matches.ts';
import { type ThreadMessage, newAnswer, newQuestion } from '#stores/thread/thread.ts';

const question = newQuestion('1', { parentKey: null, text: 'Where is *bread*?', attachments: [] });
const answer = {
  ...newAnswer('1', question.key, { model: 'gpt-4o-mini' }),
  text: 'Good **bre**ad is at [the bread shop](https://bread.example), `make_bread`.',
};

it('finds what is shown of questions and answers, in their order', () => {
  const found = find('Bread');
  expect(found.map(({ message, nth }) => [message.role, nth])).toEqual([
    ['user', 0],
    ['assistant', 0],
    ['assistant', 1],
    ['assistant', 2],
    ['assistant', 3],
  ]);
});

it.for(['make_bread', 'shop (bread.example)', 'good bread is'])(
  'finds %s in an answer',
  (query) => {
    expect(find(query)).toMatchObject([{ message: answer, nth: 0 }]);
  },
);

it('reads each message once, also ahead', () => {
  const one = { ...answer };
  let reads = 0;
  const count = (message: ThreadMessage): string => {
    reads += 1;
    return message.text;
  };
  expect(readAhead([one], count)).toBe(true);
  expect(matchesIn([one], 'good', count)).toHaveLength(1);
  expect(reads).toBe(1);
});

it('finds marks in questions, which are shown as typed, and nothing for spaces', () => {
  expect(find('*bread')).toHaveLength(1);
  expect(find(' ')).toEqual([]);
});

function find(query: string) {
  return matchesIn([question, answer], query, (message) =>
    message.role === 'user'
      ? message.text
      : shownText(message.text, { image: String, ownHost: 'none', isCited: false }),
  );
}
