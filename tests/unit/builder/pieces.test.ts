import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '#release/contentSecurityPolicy.ts';
import { PageAssembler } from '#builder/pageAssembler.ts';
import { Pieces } from '#builder/pieces.ts';

describe('pieces', () => {
  it('renders a piece once, and returns its marker each time', async () => {
    const pieces = new Pieces();
    let count = 0;
    const render = async () => `<p>${(count += 1)}</p>`;
    const first = await pieces.remember('menu en', render);
    expect(await pieces.remember('menu en', render)).toBe(first);
    expect(await pieces.remember('menu de', render)).not.toBe(first);
    expect(count).toBe(2);
  });

  it('gives two pieces with the same name different markers when they are rendered at the same time', async () => {
    const pieces = new Pieces();
    const render = async () => '<p>menu</p>';
    const [first, second] = await Promise.all([
      pieces.remember('menu en', render),
      pieces.remember('menu en', render),
    ]);
    const other = await pieces.remember('footer en', async () => '<p>footer</p>');
    const assembler = new PageAssembler();
    assembler.add(pieces.takeChanges().added);
    const page = Buffer.from(`${first}${second}${other}`);
    expect(assembler.assemble(page).body.toString()).toBe('<p>menu</p><p>menu</p><p>footer</p>');
  });

  it('hands out each piece once', async () => {
    const pieces = new Pieces();
    const marker = await pieces.remember('menu en', async () => '<p>Text</p>');
    expect(pieces.takeChanges().added).toEqual([{ marker, text: '<p>Text</p>' }]);
    expect(pieces.takeChanges().added).toEqual([]);
  });

  it.for([
    '<style>astro-island{display:contents}</style>',
    '<p></p><script type="module"></script>',
    '<astro-island uid="1" client="load"></astro-island>',
  ])('refuses %s, which Astro completes on one page only', async (html) => {
    await expect(new Pieces().remember('menu en', async () => html)).rejects.toThrow('“menu en”');
  });
});

describe('more pieces than memory keeps', () => {
  const texts = fc.array(fc.array(fc.nat({ max: 12 }), { maxLength: 30 }), { maxLength: 20 });

  it('are on every page', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), (pages, most) => {
        const pieces = new Pieces(most);
        const assembler = new PageAssembler();
        for (const numbers of pages) {
          const html = numbers.map((number) =>
            pieces.rememberHtml(`card ${number}`, () => `<li>${number}</li>`),
          );
          const { added, dropped } = pieces.takeChanges();
          assembler.add(added);
          const { body } = assembler.assemble(Buffer.from(html.join('')));
          assembler.drop(dropped);
          expect(body.toString()).toBe(numbers.map((number) => `<li>${number}</li>`).join(''));
        }
      }),
    );
  });

  it('are forgotten by both threads', () => {
    const pieces = new Pieces(2);
    const first = pieces.rememberHtml('card 1', () => '<li>1</li>');
    pieces.rememberHtml('card 2', () => '<li>2</li>');
    pieces.rememberHtml('card 1', () => '<li>1</li>');
    pieces.takeChanges();
    const third = pieces.rememberHtml('card 3', () => '<li>3</li>');
    const changes = pieces.takeChanges();
    expect(changes.added.map(({ marker }) => marker)).toEqual([third]);
    const assembler = new PageAssembler();
    assembler.add([{ marker: first, text: '<li>1</li>' }]);
    assembler.drop([first]);
    expect(changes.dropped).toHaveLength(1);
    expect(changes.dropped).not.toContain(first);
    expect(assembler.assemble(Buffer.from(first)).body.toString()).toBe(first);
  });
});

describe('an assembled page', () => {
  it('has its pieces, and their inline content after its own', async () => {
    const pieces = new Pieces();
    const style = pieces.rememberText('p { color: red }');
    const inner = await pieces.remember('inner', async () => '<script>inner()</script>');
    const outer = await pieces.remember('outer', async () => `<b>ä</b>${inner}`);
    const assembler = new PageAssembler();
    assembler.add(pieces.takeChanges().added);
    const page = `<style>${style}</style><p>ü</p>${outer}<script>own()</script>${outer}`;
    const { body, scripts, styles } = assembler.assemble(Buffer.from(page));
    const piece = '<b>ä</b><script>inner()</script>';
    expect(body.toString()).toBe(
      `<style>p { color: red }</style><p>ü</p>${piece}<script>own()</script>${piece}`,
    );
    expect(styles).toEqual([digestOf('p { color: red }')]);
    expect(new Set(scripts)).toEqual(new Set([digestOf('own()'), digestOf('inner()')]));
  });

  it('fills a script that contains a piece', () => {
    const pieces = new Pieces();
    const directive = pieces.rememberText('listen()');
    const assembler = new PageAssembler();
    assembler.add(pieces.takeChanges().added);
    const { body, scripts } = assembler.assemble(
      Buffer.from(`<script>${directive};run()</script>`),
    );
    expect(body.toString()).toBe('<script>listen();run()</script>');
    expect(scripts).toEqual([digestOf('listen();run()')]);
  });

  it('finds attributes that the policy forbids inside pieces', async () => {
    const pieces = new Pieces();
    const marker = await pieces.remember('bad', async () => '<p style="color: red"></p>');
    const assembler = new PageAssembler();
    assembler.add(pieces.takeChanges().added);
    expect(assembler.assemble(Buffer.from(marker)).forbidden).toEqual(['p[style]']);
  });

  it('keeps text that only looks like a marker', () => {
    const page = '<!--piece:abc:0--><p></p>';
    expect(new PageAssembler().assemble(Buffer.from(page)).body.toString()).toBe(page);
  });
});
