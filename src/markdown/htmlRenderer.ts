import { Renderer, type Tokens } from 'marked';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';

export { Parser, type Tokens } from 'marked';

/** The names and classes that the HTML of a text has around its content. */
type HtmlFrame = {
  /** The class of the element around a table, and its name for screen readers. */
  table: { className: string; name: string };
  /** The class of a task in a list. */
  task: string;
  /** The classes of cells by their alignment. */
  sides: Readonly<Partial<Record<'left' | 'center' | 'right', string>>>;
};

/** Renders the parts that shared answers and posts have in common. HTML in a text is shown as text. */
export class HtmlRenderer extends Renderer {
  readonly #frame: HtmlFrame;

  constructor(frame: HtmlFrame) {
    super();
    this.#frame = frame;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
    // Character references are kept.
    return escapeHtml(token.text).replace(
      /&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/gi,
      '&$1;',
    );
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override table(token: Tokens.Table): string {
    const { className, name } = this.#frame.table;
    const head = this.tablerow({ text: token.header.map((cell) => this.tablecell(cell)).join('') });
    const rows = token.rows.map((cells) =>
      this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') }),
    );
    const body = rows.length === 0 ? '' : `<tbody>${rows.join('')}</tbody>`;
    return (
      `<div class="${className}" role="group" tabindex="0" aria-label="${escapeHtml(name)}">` +
      `<table><thead>${head}</thead>${body}</table></div>\n`
    );
  }

  override tablerow({ text }: Tokens.TableRow): string {
    return `<tr>${text}</tr>`;
  }

  override tablecell({ tokens, header, align }: Tokens.TableCell): string {
    const html = this.parser.parseInline(tokens);
    const className = align ? this.#frame.sides[align] : undefined;
    const side = className === undefined ? '' : ` class="${className}"`;
    // An empty corner cell is not a header.
    if (!header || html === '') return `<td${side}>${html}</td>`;
    return `<th scope="col"${side}>${html}</th>`;
  }

  override listitem({ task, tokens }: Tokens.ListItem): string {
    const className = task ? ` class="${this.#frame.task}"` : '';
    return `<li${className}>${this.parser.parse(tokens)}</li>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ ';
  }
}
