import { describe, expect, it } from 'vitest';
import { completeBlock } from '#markdown/completeBlock.ts';
import { formulasCases } from '../../fixtures/reading/formulas.ts';
import { textCases } from '../../fixtures/reading/text.ts';
import { drawnText } from '../../setup/drawnText.ts';

const drawn = (text: string) => drawnText(completeBlock(text));

describe('the last block of an answer that is being written', () => {
  it.each([
    ['A **bo', 'A <b>bo</b>'],
    ['A **bold **', 'A <b>bold</b>'],
    ['A **bold*', 'A <b>bold</b>'],
    ['这是**“重', '这是<b>“重</b>'],
    ['**a *b', '<b>a <i>b</i></b>'],
    ['***a', '<i><b>a</b></i>'],
    ['~~al', '<s>al</s>'],
    ['run `npm in', 'run <code>npm in</code>'],
    ['run `', 'run'],
    ['so $$\\frac{1', 'so'],
    ['so\n$$\nx = 1', 'so'],
    ['so \\(a + ', 'so'],
    ['so\n\\[\na', 'so'],
    ['so\n\\[\na\n- b', 'so'],
    ['$$a + b$$ so x = 5', '<M>a + b</M> so x = 5'],
    ['$x$ and $y_{1', '<m>x</m> and'],
    ['\\begin{aligned}\na &= b', ''],
    ['see [the man', 'see the man'],
    ['see [the manual](https://a.exam', 'see the manual'],
    ['see ![cat](https://a.', 'see'],
    ['H<sub>2', 'H<sub>2</sub>'],
    ['a<b', 'a'],
    ['a<details>\n<summary>Mo', 'a'],
    ['- one\n- **tw', '<li>one</li><li><b>tw</b></li>'],
    ['Steps:\n-', 'Steps:'],
    ['Steps:\n1', 'Steps:\n1'],
    ['Steps:\n1.', 'Steps:'],
    ['Title\n==', 'Title'],
    ['| a | b', '<td>a<td>b'],
    ['| a | b |\n|--', '<td>a<td>b'],
    ['| a | b |\n|---|---|\n| **c', '<td>a<td>b\n<td><b>c</b><td>'],
  ])('is drawn without signs that soon become formats: %j', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it.each([
    '5 * 3',
    'snake_case',
    'costs $5 and $6',
    'export PATH=$PATH:$HOME',
    'a [1] b',
    'x < 5',
    '2~3 and 4~5',
    `**a** ${'b '.repeat(200)}**c** d`,
    '- ```js\n  let a = **b',
    '| a | b |\n|---|---|\n| c | d |',
    'use `\\(` or `$$` = here',
    'echo $MY_VAR now',
    `**kwargs ${'a '.repeat(200)}`,
  ])('stays as it is: %j', (text) => {
    expect(completeBlock(text)).toBe(text);
  });

  it('stays as it is when nothing is open', () => {
    const whole = Object.values({ ...textCases, ...formulasCases }).flatMap((one) => one.drawn);
    const texts = whole.map(([text]) => text).filter((text) => !text.includes('\n'));
    expect(texts.filter((text) => completeBlock(`${text} ok`) !== `${text} ok`)).toEqual([]);
    expect(texts.length).toBeGreaterThan(100);
  });
});
