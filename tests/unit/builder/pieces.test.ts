import { describe, expect, it } from 'vitest';
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

  it('gives every piece a marker of its own when one name is rendered twice at a time', async () => {
    const pieces = new Pieces();
    const render = async () => '<p>menu</p>';
    const [first, second] = await Promise.all([
      pieces.remember('menu en', render),
      pieces.remember('menu en', render),
    ]);
    const other = await pieces.remember('footer en', async () => '<p>footer</p>');
    const assembler = new PageAssembler();
    assembler.add(pieces.takeAdded());
    const page = Buffer.from(`${first}${second}${other}`);
    expect(assembler.assemble(page).body.toString()).toBe('<p>menu</p><p>menu</p><p>footer</p>');
  });

  it('hands out each piece once', async () => {
    const pieces = new Pieces();
    const marker = await pieces.remember('menu en', async () => '<p>Text</p>');
    expect(pieces.takeAdded()).toEqual([{ marker, text: '<p>Text</p>' }]);
    expect(pieces.takeAdded()).toEqual([]);
  });

  it.for([
    '<style>astro-island{display:contents}</style>',
    '<p></p><script type="module"></script>',
    '<astro-island uid="1" client="load"></astro-island>',
  ])('refuses %s, which Astro completes on one page only', async (html) => {
    await expect(new Pieces().remember('menu en', async () => html)).rejects.toThrow('“menu en”');
  });
});

describe('an assembled page', () => {
  it('has its pieces, and their inline content beside its own', async () => {
    const pieces = new Pieces();
    const style = pieces.rememberText('p { color: red }');
    const inner = await pieces.remember('inner', async () => '<script>inner()</script>');
    const outer = await pieces.remember('outer', async () => `<b>ä</b>${inner}`);
    const assembler = new PageAssembler();
    assembler.add(pieces.takeAdded());
    const page = `<style>${style}</style><p>ü</p>${outer}<script>own()</script>${outer}`;
    const { body, inline } = assembler.assemble(Buffer.from(page));
    const piece = '<b>ä</b><script>inner()</script>';
    expect(body.toString()).toBe(
      `<style>p { color: red }</style><p>ü</p>${piece}<script>own()</script>${piece}`,
    );
    expect(inline.styles).toEqual(['p { color: red }']);
    expect(new Set(inline.scripts)).toEqual(new Set(['own()', 'inner()']));
  });

  it('fills a script of which a part is a piece', () => {
    const pieces = new Pieces();
    const directive = pieces.rememberText('listen()');
    const assembler = new PageAssembler();
    assembler.add(pieces.takeAdded());
    const { body, inline } = assembler.assemble(Buffer.from(`<script>${directive};run()</script>`));
    expect(body.toString()).toBe('<script>listen();run()</script>');
    expect(inline.scripts).toEqual(['listen();run()']);
  });

  it('finds attributes that the policy forbids within pieces', async () => {
    const pieces = new Pieces();
    const marker = await pieces.remember('bad', async () => '<p style="color: red"></p>');
    const assembler = new PageAssembler();
    assembler.add(pieces.takeAdded());
    expect(assembler.assemble(Buffer.from(marker)).inline.forbidden).toEqual(['p[style]']);
  });

  it('leaves what only looks like a marker', () => {
    const page = '<!--piece:abc:0--><p></p>';
    expect(new PageAssembler().assemble(Buffer.from(page)).body.toString()).toBe(page);
  });
});
