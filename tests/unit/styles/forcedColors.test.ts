import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../src/styles', import.meta.url));

describe('forced colours', () => {
  it('replace each edge that is drawn by a shadow, which the browser removes', () => {
    const shared = read('forcedColors.css');
    const edges = globSync('*.css', { cwd: folder }).flatMap((file) => {
      const forced = shared + (read(file).split('@media (forced-colors: active)')[1] ?? '');
      return shadowedIn(read(file)).map((edge) => ({ edge, forced }));
    });
    expect(edges.map(({ edge }) => edge)).toContain('.chip');
    const lost = edges.filter(
      ({ edge, forced }) => !forced.includes(`${edge},`) && !forced.includes(`${edge} {`),
    );
    expect(lost.map(({ edge }) => edge)).toEqual([]);
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
