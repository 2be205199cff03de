import { remember } from './remember.ts';

/** A start or end tag, with the text between its name and its end. Quoted values may hold `<` and `>`. */
const markup =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w-]*)([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)>/gi;
const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;
const id = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

const withoutEnd = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);
const rawText = new Set(['script', 'style']);
/** Tags that end a paragraph that is still open, as a browser parses them. */
const endsParagraph =
  /^(address|article|aside|blockquote|details|dialog|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|menu|nav|ol|p|pre|search|section|table|ul)$/;
const interactive = /^(a|button|input|select|textarea|summary|label)$/;

/**
 * Faults that every browser would repair on its own terms: the cheap half of a validator, for pages by the thousand.
 */
export function nestingFaults(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  markup.lastIndex = 0;
  for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
    const [, slash, tag, rest = ''] = match;
    if (tag === undefined) continue;
    const name = tag.toLowerCase();
    if (slash === '/') {
      const last = open.pop();
      if (last !== name) return [...faults, `</${name}> ends <${last ?? 'nothing'}>`];
      continue;
    }
    const { own, faults: ofAttributes } = lookAt(`${name} ${rest}`);
    faults.push(...faultsWithin(name, open), ...ofAttributes);
    if (own !== undefined && ids.has(own)) faults.push(`two elements have the id ${own}`);
    if (own !== undefined) ids.add(own);
    if (withoutEnd.has(name) || rest.endsWith('/')) continue;
    if (rawText.has(name)) markup.lastIndex = html.indexOf(`</${name}`, markup.lastIndex);
    open.push(name);
  }
  return open.length === 0 ? faults : [...faults, `<${open.join('><')}> is never ended`];
}

function faultsWithin(name: string, open: readonly string[]): string[] {
  // A template is a document of its own.
  const around = open.slice(open.lastIndexOf('template') + 1);
  const faults: string[] = [];
  if (around.includes('p') && endsParagraph.test(name)) faults.push(`<${name}> in <p>`);
  const outer = around.find((other) => other === 'a' || other === 'button');
  if (outer !== undefined && interactive.test(name)) faults.push(`<${name}> in <${outer}>`);
  const parent = around.at(-1);
  if (name === 'li' && parent !== undefined && !['ul', 'ol', 'menu'].includes(parent)) {
    faults.push(`<li> in <${parent}>`);
  }
  if (['ul', 'ol'].includes(parent ?? '') && !['li', 'template', 'script'].includes(name)) {
    faults.push(`<${name}> in <${parent}>`);
  }
  return faults;
}

/** Of a start tag from its name on: its own id, and the faults of its attributes. Most are on most pages. */
const lookAt = remember((tag: string) => {
  const end = tag.indexOf(' ');
  const [name, rest] = [tag.slice(0, end), tag.slice(end + 1)];
  const [, double, single, bare] = id.exec(rest) ?? [];
  return { own: double ?? single ?? bare, faults: faultsOfAttributes(name, rest) };
});

function faultsOfAttributes(name: string, rest: string): string[] {
  const keys = [...rest.matchAll(attribute)].map(([, key = '']) => key.toLowerCase());
  const faults = keys.length === new Set(keys).size ? [] : [`<${name}> has an attribute twice`];
  if (name === 'img' && !keys.includes('alt')) faults.push('<img> has no alt');
  return faults;
}
