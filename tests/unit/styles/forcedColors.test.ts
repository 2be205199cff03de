import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../src/styles', import.meta.url));
const forced = read('forcedColors.css');

describe('forced colours', () => {
  it('replace each edge that is drawn by a shadow, which the browser removes', () => {
    const edges = globSync('*.css', { cwd: folder }).flatMap((file) => shadowedIn(read(file)));
    expect(edges).toContain('.chip');
    expect(
      edges.filter((edge) => !forced.includes(`${edge},`) && !forced.includes(`${edge} {`)),
    ).toEqual([]);
  });

  it('are in the sheet of every layout', () => {
    expect(read('base.css')).toContain("@import './forcedColors.css'");
    const layouts = ['site.css', 'chat.css', 'shared.css'];
    expect(layouts.filter((sheet) => !read(sheet).includes("'./base.css'"))).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
}

/** Returns the selectors of rules with an edge as an inner shadow, without those of states. */
function shadowedIn(css: string): string[] {
  const found: string[] = [];
  const nested: string[] = [];
  for (const [, end = '', mark = ''] of css.matchAll(/([^{};]*)([{};])/g)) {
    const text = end.trim();
    if (text.startsWith('box-shadow') && text.includes('inset 0 0 0')) {
      const path = nested.filter((selector) => !selector.startsWith('@')).join(' ');
      if (!/[:&[]/.test(path)) found.push(...path.split(/,\s*/));
    }
    if (mark === '{') nested.push(text);
    if (mark === '}') nested.pop();
  }
  return found;
}
