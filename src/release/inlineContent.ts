/** The parts of a page that its Content-Security-Policy must allow by hash, or cannot allow at all. */
export type InlineContent = {
  scripts: string[];
  styles: string[];
  /** Attributes that the policy forbids (`style`, `on…`), each as `tag[attribute]`. */
  forbidden: string[];
};

type Tag = {
  name: string;
  kind: 'start' | 'end';
  /** The text of its attributes. Most tags do not need them. */
  attributesText: string;
  selfClosing: boolean;
  /** The index after the tag. */
  end: number;
};

const space = '\\t\\n\\f\\r ';
const attributeSource =
  `[${space}/]*(=[^${space}/>=]*|[^${space}/>=]+)` +
  `(?:[${space}]*=[${space}]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^${space}>]*)))?`;
const attribute = new RegExp(attributeSource, 'y');
const tagPattern = new RegExp(
  `<(/?)([a-zA-Z][^${space}/>]*)((?:${attributeSource.replaceAll(/\((?!\?)/g, '(?:')})*)([${space}/]*>?)`,
  'y',
);
const commentEnd = /--!?>/g;
const scriptStep = new RegExp(`<!--|-->|</?script(?=[${space}/>])`, 'gi');
const executable =
  /^$|^module$|^importmap$|^speculationrules$|^(text|application)\/(x-)?(java|ecma)script$/;
const rawElements = ['style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'];

/**
 * Finds every inline script and style of a page by the tokenizer rules of the HTML standard (13.2.5), like a browser:
 * text that looks like a tag inside attributes, comments and raw text is not a tag. Data blocks (JSON-LD) are left out,
 * because the policy does not apply to them.
 */
export function inlineContent(source: string): InlineContent {
  const html = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  const found: InlineContent = { scripts: [], styles: [], forbidden: [] };
  let foreignDepth = 0;
  for (let at = html.indexOf('<'); at !== -1;) {
    const tag = readTag(html, at);
    if (tag !== undefined && isForeign(tag.name) && !tag.selfClosing) {
      foreignDepth = Math.max(0, foreignDepth + (tag.kind === 'start' ? 1 : -1));
    }
    if (tag?.kind === 'start') {
      noteForbidden(tag, found.forbidden);
      const end = endOfRawText(html, tag, foreignDepth > 0);
      if (end !== undefined) noteInline(tag, html.slice(tag.end, end), found);
      at = html.indexOf('<', end ?? tag.end);
    } else {
      at = html.indexOf('<', tag?.end ?? afterMarkup(html, at));
    }
  }
  return found;
}

/** Returns the start or end tag at `at`; `undefined` if there is none, or if the page ends inside of it. */
function readTag(html: string, at: number): Tag | undefined {
  tagPattern.lastIndex = at;
  const match = tagPattern.exec(html);
  if (match === null) return undefined;
  const [, slash, name = '', attributesText = '', closing = ''] = match;
  if (!closing.endsWith('>')) return undefined;
  return {
    name: name.toLowerCase(),
    kind: slash === '/' ? 'end' : 'start',
    attributesText,
    selfClosing: closing.endsWith('/>'),
    end: tagPattern.lastIndex,
  };
}

function attributesOf({ attributesText: text }: Tag): Map<string, string> {
  const attributes = new Map<string, string>();
  attribute.lastIndex = 0;
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const key = (match[1] ?? '').toLowerCase();
    if (!attributes.has(key)) attributes.set(key, match[2] ?? match[3] ?? match[4] ?? '');
  }
  return attributes;
}

/**
 * Returns the index after a `<` that begins no tag: after a comment, a doctype, a single `<`, or the end of the page.
 */
function afterMarkup(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return afterComment(html, at);
  const next = html.slice(at + 1, at + 3);
  if (/^\/?[a-z]/i.test(next)) return html.length;
  if (!/^[!/?]/.test(next)) return at + 1;
  const end = html.indexOf('>', at + 2);
  return end === -1 ? html.length : end + 1;
}

function afterComment(html: string, at: number): number {
  const abrupt = /^<!---?>/.exec(html.slice(at, at + 6))?.[0];
  if (abrupt) return at + abrupt.length;
  commentEnd.lastIndex = at + 4;
  return commentEnd.exec(html) ? commentEnd.lastIndex : html.length;
}

/** Returns the end of the text of an element that contains raw text; `undefined` for other elements. */
function endOfRawText(html: string, tag: Tag, foreign: boolean): number | undefined {
  if (foreign && (tag.selfClosing || tag.name === 'title')) return undefined;
  if (tag.name === 'script') return endOfScript(html, tag.end);
  if (!rawElements.includes(tag.name)) return undefined;
  const end = new RegExp(`</${tag.name}(?=[${space}/>])`, 'gi');
  end.lastIndex = tag.end;
  return end.exec(html)?.index ?? html.length;
}

/**
 * Returns the end of a script. With `<!--` and `<script` inside, it is not the next `</script>` (13.2.5.17 and
 * following).
 */
function endOfScript(html: string, from: number): number {
  let state: 'plain' | 'escaped' | 'doubly' = 'plain';
  scriptStep.lastIndex = from;
  for (let step = scriptStep.exec(html); step !== null; step = scriptStep.exec(html)) {
    const text = step[0].toLowerCase();
    if (text === '</script' && state !== 'doubly') return step.index;
    if (text === '</script') state = 'escaped';
    else if (text === '-->') state = 'plain';
    else if (text === '<script' && state === 'escaped') state = 'doubly';
    else if (text === '<!--' && state === 'plain') {
      state = 'escaped';
      scriptStep.lastIndex -= 2;
    }
  }
  return html.length;
}

function noteInline(tag: Tag, text: string, found: InlineContent): void {
  if (tag.name === 'style') found.styles.push(text);
  if (tag.name !== 'script') return;
  const attributes = attributesOf(tag);
  if (attributes.has('src')) return;
  const type = (attributes.get('type') ?? '').trim().toLowerCase();
  if (executable.test(type)) found.scripts.push(text);
}

function noteForbidden(tag: Tag, forbidden: string[]): void {
  // Reading attributes takes most of the time, and few tags have letters of forbidden ones.
  if (!/(?:^|[\s/"'])(?:style|on)/i.test(tag.attributesText)) return;
  for (const name of attributesOf(tag).keys()) {
    if (name === 'style' || name.startsWith('on')) forbidden.push(`${tag.name}[${name}]`);
  }
}

function isForeign(name: string): boolean {
  return name === 'svg' || name === 'math';
}
