import { expect, it } from 'vitest';
import { rememberHtml } from '#components/rememberHtml.ts';

it('draws a piece', async () => {
  expect(await rememberHtml('plain', async () => '<p>Text</p>')).toBe('<p>Text</p>');
});

it.for(['<astro-island uid="1"></astro-island>', '<p></p><script type="module"></script>'])(
  'refuses %s, which Astro completes on one page only',
  async (html) => {
    await expect(rememberHtml('menu en', async () => html)).rejects.toThrow('“menu en”');
  },
);
