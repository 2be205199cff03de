import { describe, expect, it } from 'vitest';
import { titleMaxCharacters } from '#domain/chat/chat.ts';
import { fitTitle, titleOf } from '#domain/chat/conversationTitle.ts';

describe('the title of a conversation', () => {
  it.each([
    ['Why is the sky blue?', 'Why is the sky blue?'],
    ['  \n\n First line \n second', 'First line'],
    ['# Plan\n\ntext', 'Plan'],
    ['- [ ] **Buy** `milk` and [bread](https://a.example/b_(c))', 'Buy milk and bread'],
    ['> quoted _text_ here', 'quoted text here'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['sandbox: fast 20', 'sandbox: fast 20'],
    ['```python\nimport os\n```\nWhat does this do?', 'What does this do?'],
    ['```python\nimport os\nprint(1)\n```', 'import os'],
    ['~~~\nunclosed', 'unclosed'],
    ['Summarise this:\n\nLong text', 'Summarise this'],
    ['Hello!', 'Hello!'],
    ['Hi there, can you explain monads?', 'Can you explain monads?'],
    ['Hello ChatGPT! write a poem', 'Write a poem'],
    ['Hi\n\nHow do I cook rice?', 'How do I cook rice?'],
    ['Hello world program in C', 'Hello world program in C'],
    ['你好，请解释量子纠缠', '请解释量子纠缠'],
    ['こんにちは。俳句を書いて', '俳句を書いて'],
    ['안녕하세요! 시를 써 주세요', '시를 써 주세요'],
    ['Guten Tag, wie geht das?', 'Wie geht das?'],
    ['https://www.example.org/a/b?utm=1#x', 'example.org/a/b'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |'],
    ['---\n\nAfter a rule', 'After a rule'],
    ['🦀', '🦀'],
    ['```', '```'],
    ['\u0000\u0007', '…'],
  ])('of %j is %j', (question, title) => {
    expect(titleOf(question)).toBe(title);
  });

  it('is the first sentence of a long line, or ends at a word', () => {
    const sentence = 'Explain the difference between a list and a tuple.';
    expect(titleOf(`${sentence} ${'And then more. '.repeat(20)}`)).toBe(sentence.slice(0, -1));
    const title = titleOf('word '.repeat(100));
    expect(title).toBe(`${'word '.repeat(15)}word…`.slice(-title.length));
    expect(title.length).toBeLessThanOrEqual(titleMaxCharacters);
  });

  it('of a long pasted text is the question at its end', () => {
    const pasted = 'Lorem ipsum dolor sit amet. '.repeat(100);
    expect(titleOf(`${pasted}\n\nIs this Latin?`)).toBe('Is this Latin?');
    expect(titleOf(`Translate:\n${pasted}`)).toBe('Translate');
  });

  it('counts wide characters twice, and ends at a part of the sentence', () => {
    const title = titleOf(
      '请帮我写一篇关于人工智能如何改变教育的文章，包括它的优点和缺点，以及未来十年里可能出现的各种变化与挑战',
    );
    expect(title).toBe('请帮我写一篇关于人工智能如何改变教育的文章，包括它的优点和缺点…');
  });

  it('never ends within a character', () => {
    for (const character of ['👩‍👩‍👧‍👦', '🇩🇪', 'é', '𝕏']) {
      const title = titleOf(`a${character.repeat(200)}`);
      expect(title.endsWith(`${character}…`)).toBe(true);
    }
  });

  it('of a text that was crafted to be slow is found at once', () => {
    for (const piece of [
      '**',
      '_a ',
      '[',
      '`',
      '![](',
      '> ',
      'Hi, ',
      '~~~\n',
      '```\n',
      '((((',
      '. ',
    ]) {
      const title = titleOf(piece.repeat(100_000 / piece.length));
      expect([...title].length).toBeLessThanOrEqual(titleMaxCharacters);
    }
  });
});

describe('a title of another service', () => {
  it('is kept on one line, with the length of titles', () => {
    expect(fitTitle(' *A*\n`b` ')).toBe('*A* `b`');
    expect([...fitTitle('x'.repeat(200))].length).toBe(titleMaxCharacters);
    expect(fitTitle(' \n ')).toBe('');
  });
});
