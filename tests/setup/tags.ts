import { remember } from './remember.ts';

export type Tag = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The content of a script or style; empty for others. */
  rawText: string;
};

/** A comment, a start tag with its attributes, or an end tag. Quoted values may hold `<` and `>`. */
const markup =
  /<!--[\s\S]*?-->|<([a-z][\w-]*)([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)>|<\/[a-z][^>]*>|<![^>]*>/gi;
const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The start tags of a rendered page in order. */
export function tagsOf(html: string): Tag[] {
  return read(html).tags;
}

/** The texts between the tags of a page, decoded, without the white space around them. */
export function textsOf(html: string): string[] {
  return read(html).texts;
}

/** A page without its templates, which are inert: their links are neither fetched nor run. */
export function withoutTemplates(html: string): string {
  return html.replaceAll(/<template\b[^>]*>[\s\S]*?<\/template>/gi, '');
}

/** Tags and texts of a page in one walk. */
export function read(html: string): { tags: Tag[]; texts: string[] } {
  const tags: Tag[] = [];
  const texts: string[] = [];
  let end = 0;
  markup.lastIndex = 0;
  for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
    addText(texts, html.slice(end, match.index));
    end = markup.lastIndex;
    const [, name, attributes = ''] = match;
    if (name === undefined) continue;
    let rawText = '';
    if (name === 'script' || name === 'style') {
      const close = html.indexOf(`</${name}`, end);
      rawText = html.slice(end, close);
      end = close;
      markup.lastIndex = close;
    }
    tags.push(new StartTag(name, attributes, rawText));
  }
  addText(texts, html.slice(end));
  return { tags, texts };
}

/** Its attributes are parsed on demand: most tags of a page are of no interest to a test. */
class StartTag implements Tag {
  readonly name: string;
  readonly rawText: string;
  readonly #source: string;
  #attributes: ReadonlyMap<string, string> | undefined;

  constructor(name: string, source: string, rawText: string) {
    this.name = name;
    this.rawText = rawText;
    this.#source = source;
  }

  get attributes(): ReadonlyMap<string, string> {
    this.#attributes ??= knownAttributes(this.#source);
    return this.#attributes;
  }
}

function addText(texts: string[], text: string): void {
  const trimmed = text.trim();
  if (trimmed !== '') texts.push(decode(trimmed));
}

/** Most tags are on most pages. */
const knownAttributes = remember(attributesOf);

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, key = '', double, single, plain]) => [
      key,
      decode(double ?? single ?? plain ?? ''),
    ]),
  );
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? whole;
  });
}
