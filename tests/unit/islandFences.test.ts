import { expect, it } from 'vitest';
import { bareTextViolations, scrollerViolations } from '../setup/islandFences.ts';

function violationsIn(markup: string): number {
  const source = `function Part({ name, children, t }) { const link = <a />; return ${markup}; }`;
  return bareTextViolations(new Map([['src/islands/Part.tsx', source]])).length;
}

it.each([
  ['<p>{name}</p>', 0],
  ['<p><b /> <span>{name}</span></p>', 0],
  ['<p>{children}<b /></p>', 0],
  ['<p>{link}{[name].map((one) => <b>{one}</b>)}</p>', 0],
  ['<p>{name && <b />}<i /></p>', 0],
  ['<p>words <b /></p>', 1],
  ['<p><b />{name}</p>', 1],
  ['<p><b />{name.first}</p>', 1],
  ["<p><b />{t('key')}</p>", 1],
  ['<p><b />{format(name)}</p>', 1],
  ['<p><b />{name ? `${name}` : <i />}</p>', 1],
  ['<>{name}</>', 1],
])('finds texts next to other children: %s has %i', (markup, count) => {
  expect(violationsIn(markup)).toBe(count);
});

it.each([
  ['h-full overflow-y-auto', 1],
  ['max-md:overflow-x-scroll flex', 1],
  ['relative h-full overflow-y-auto', 0],
  ['max-md:fixed overflow-auto', 0],
  ['overflow-hidden', 0],
])('finds scrollers without a position: %s has %i', (names, count) => {
  const source = `<div className="${names}" />`;
  expect(scrollerViolations(new Map([['src/islands/Part.tsx', source]]))).toHaveLength(count);
});
