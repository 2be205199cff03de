import { Marked, Renderer, type Tokens } from 'marked';
import { escapeHtml } from '#domain/escapeHtml.ts';
import { formulaExtensions } from '#server/services/shares/formulas.ts';

type Words = {
  /** The link in place of a picture, which is never loaded: its server would learn who reads. */
  image: (name: string) => string;
  /** The name of a table for screen readers. */
  table: string;
  /** Writes the citations of a text that is escaped already. With it, links of the text lead nowhere. */
  cite?: (escaped: string) => string;
  /** The host of our own site: links to it could be dressed up as anything. */
  ownHost: string;
};

/** Characters of a paragraph, list or table that is read as Markdown; longer ones could take too long. */
const paragraphCharacters = 20_000;

/** Quotes and lists within each other, on one line. */
const deepLine = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){25}/m;

const schemes = ['https:', 'http:', 'mailto:'];

/**
 * Markdown of a stranger as HTML that cannot run, load or imitate anything: HTML in it is text, pictures are links, links
 * lead elsewhere and say where. A text that would take long to read stays as it is written.
 */
export function markdownToHtml(text: string, words: Words): string {
  if (!isReadable(text)) return plain(text);
  try {
    const reader = new Marked({
      gfm: true,
      extensions: formulaExtensions(escapeHtml),
      tokenizer: { html: () => undefined, tag: () => undefined },
    });
    return reader.parse(text, { async: false, renderer: new AnswerRenderer(text, words) });
  } catch (error) {
    // Something within something within something, deeper than the stack.
    if (error instanceof RangeError) return plain(text);
    throw error;
  }
}

function plain(text: string): string {
  return `<p class="shared-plain">${escapeHtml(text)}</p>`;
}

function isReadable(text: string): boolean {
  if (deepLine.test(text)) return false;
  let characters = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      characters = 0;
    } else if (fence === undefined) {
      characters = line.trim() === '' ? 0 : characters + line.length;
      if (characters > paragraphCharacters) return false;
    }
  }
  return true;
}

class AnswerRenderer extends Renderer {
  readonly #words: Words;
  /** The most important heading of the text, as Markdown counts them, and the last one, as HTML does. */
  readonly #highest: number;
  #level = 2;

  constructor(text: string, words: Words) {
    super();
    this.#words = words;
    const marks = [...text.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(([, mark = '']) => mark.length);
    this.#highest = marks.reduce((least, depth) => Math.min(least, depth), 6);
  }

  /** Below the heading of the answer, one step down at a time. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const level = Math.max(3, Math.min(6, depth - this.#highest + 3, this.#level + 1));
    this.#level = level;
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
    // Entities stay what they are: signs, whatever they stand for.
    const escaped = escapeHtml(token.text).replace(
      /&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/gi,
      '&$1;',
    );
    return this.#words.cite?.(escaped) ?? escaped;
  }

  override code({ text, lang = '' }: Tokens.Code): string {
    const name = escapeHtml(lang.trim().split(/\s/, 1)[0]?.slice(0, 30) ?? '');
    const caption = name === '' ? '' : `<figcaption>${name}</figcaption>`;
    const label = name === '' ? '' : ` aria-label="${name}"`;
    return (
      `<figure class="shared-code" dir="ltr">${caption}` +
      `<pre tabindex="0"${label}><code>${escapeHtml(text)}</code></pre></figure>\n`
    );
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override link({ href, text, tokens }: Tokens.Link): string {
    return this.#linkTo(href, text, this.parser.parseInline(tokens));
  }

  override image({ href, text }: Tokens.Image): string {
    const name = this.#words.image(text);
    return this.#linkTo(href, name, escapeHtml(name));
  }

  override table(token: Tokens.Table): string {
    const head = this.tablerow({ text: token.header.map((cell) => this.tablecell(cell)).join('') });
    const rows = token.rows.map((cells) =>
      this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') }),
    );
    const body = rows.length === 0 ? '' : `<tbody>${rows.join('')}</tbody>`;
    return (
      `<div class="answer-table" role="group" tabindex="0" aria-label="${escapeHtml(this.#words.table)}">` +
      `<table><thead>${head}</thead>${body}</table></div>\n`
    );
  }

  override tablerow({ text }: Tokens.TableRow): string {
    return `<tr>${text}</tr>`;
  }

  override tablecell({ tokens, header, align }: Tokens.TableCell): string {
    const html = this.parser.parseInline(tokens);
    const side = align === 'right' || align === 'center' ? ` class="shared-${align}"` : '';
    // A corner without words heads nothing.
    if (!header || html === '') return `<td${side}>${html}</td>`;
    return `<th scope="col"${side}>${html}</th>`;
  }

  override listitem({ task, tokens }: Tokens.ListItem): string {
    return `<li${task ? ' class="shared-task"' : ''}>${this.parser.parse(tokens)}</li>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ ';
  }

  #linkTo(href: string, text: string, label: string): string {
    const url = this.#urlOf(href);
    if (!url || this.#words.cite) return `<span>${label}</span>`;
    const place = url.host === '' ? url.pathname : url.host;
    const link = `<a href="${escapeHtml(url.href)}" target="_blank" rel="nofollow ugc noopener noreferrer">${label}</a>`;
    return saysPlace(text, place)
      ? link
      : `${link}<bdi class="answer-host"> (${escapeHtml(place)})</bdi>`;
  }

  #urlOf(href: string): URL | undefined {
    // marked writes entities as they stand in the source.
    const given = href.replaceAll('&amp;', '&');
    if (!URL.canParse(given)) return undefined;
    const url = new URL(given);
    return schemes.includes(url.protocol) && url.host !== this.#words.ownHost ? url : undefined;
  }
}

/** Whether a text begins with the place that a link leads to, and names no other one. */
function saysPlace(text: string, place: string): boolean {
  const said = text
    .trim()
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .toLowerCase();
  if (said === place) return true;
  return said.startsWith(place) && /^[/?#]/.test(said.slice(place.length));
}
