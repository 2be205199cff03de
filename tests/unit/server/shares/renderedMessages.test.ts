import { expect, it } from 'vitest';
import { RenderedMessages } from '#server/services/shares/renderedMessages.ts';

it('renders recently read messages once, and drops others when the cache is full', () => {
  const kept = new RenderedMessages();
  let made = 0;
  const find = (key: string, characters: number) =>
    kept.find(key, () => {
      made += 1;
      return { html: 'x'.repeat(characters), isCut: false };
    });
  for (const key of ['a', 'b', 'a']) find(key, 8_000_000);
  expect(made).toBe(2);
  find('c', 8_000_000);
  find('a', 8_000_000);
  expect(made).toBe(3);
  find('b', 8_000_000);
  expect(made).toBe(4);
  expect(find('d', 30_000_000).html).toHaveLength(30_000_000);
});
