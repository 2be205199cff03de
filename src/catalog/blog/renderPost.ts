import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { wrong } from '#catalog/blog/frontMatter.ts';
import { HeadingIds, linkedId } from '#catalog/blog/headingIds.ts';
import { codeNames, highlight } from '#catalog/blog/highlight.ts';
import type { BlogPictures } from '#catalog/blog/images.ts';
import { type StateOf, linkTarget } from '#catalog/blog/links.ts';
import { pictureHtml } from '#catalog/blog/pictureHtml.ts';
import type { PostText } from '#catalog/blog/readPosts.ts';
import { readingMinutes } from '#catalog/blog/readingTime.ts';
import type { Language } from '#domain/languages/languages.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { translator } from '#i18n/translate.ts';
import { HtmlRenderer, Parser, type Tokens } from '#markdown/htmlRenderer.ts';
import { readOwnMarkdown } from '#markdown/readMarkdown.ts';

/** A heading in the table of contents. `depth` is 2 or 3. */
export type Heading = { id: string; text: string; depth: number };

export type RenderedPost = {
  html: string;
  contents: readonly Heading[];
  /** Whole minutes of reading. */
  minutes: number;
};

/** The values on which the HTML of a post depends, in addition to its text. */
export type PostPage = {
  /** The language of the page. Without a translation the text is English. */
  language: Language;
  /** Whether there is a picture above the text. Only the first picture of a page is loaded at once. */
  hasPicture: boolean;
  stateOf: StateOf;
  pictures: BlogPictures;
};

/**
 * Renders the Markdown of a post. HTML in the Markdown is shown as text. Throws an error with the post if a link, an image, a
 * heading or the language of code is invalid.
 */
export function renderPost(text: PostText, page: PostPage): RenderedPost {
  const renderer = new PostRenderer(text, page);
  const html = new Parser({ renderer }).parse(readOwnMarkdown(text.body));
  renderer.checkLinksWithin();
  return { html, contents: renderer.contents, minutes: readingMinutes(renderer.words.join(' ')) };
}

/** Returns the same reading time as `renderPost`, but faster, because it does not highlight code. */
export function minutesToRead(text: PostText, page: PostPage): number {
  const renderer = new WordReader(text, page);
  new Parser({ renderer }).parse(readOwnMarkdown(text.body));
  return readingMinutes(renderer.words.join(' '));
}

const deepestHeading = 4;
const deepestInContents = 3;

class PostRenderer extends HtmlRenderer {
  readonly contents: Heading[] = [];
  /** The texts for the reading time, without code blocks. */
  readonly words: string[] = [];
  readonly #text: PostText;
  readonly #page: PostPage;
  readonly #ids = new HeadingIds();
  readonly #linkedIds: string[] = [];
  #depth = 1;
  #pictures: number;

  constructor(text: PostText, page: PostPage) {
    super({
      table: { className: 'text-table', name: translator(page.language, 'blog')('table') },
      task: 'task',
      sides: { right: 'at-end' },
    });
    this.#text = text;
    this.#page = page;
    this.#pictures = page.hasPicture ? 1 : 0;
  }

  /** Checks links to headings of this post. Call it after parsing, when all headings are known. */
  checkLinksWithin(): void {
    const missing = this.#linkedIds.find((id) => !this.#ids.has(id));
    if (missing !== undefined) throw this.#wrong(`links to #${missing}, a heading that it lacks`);
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const text = this.parser.parseInline(tokens, this.parser.textRenderer).trim();
    if (depth === 1) throw this.#wrong(`has “# ${text}”; its title is in the front matter, use ##`);
    if (depth > Math.min(deepestHeading, this.#depth + 1)) {
      throw this.#wrong(`has the heading “${text}” too deep: one step at a time, down to ####`);
    }
    this.#depth = depth;
    const id = this.#ids.add(text);
    if (depth <= deepestInContents) this.contents.push({ id, text, depth });
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if (!('tokens' in token && token.tokens)) this.words.push(token.text);
    return joinDate(super.text(token));
  }

  override code({ text, lang = '' }: Tokens.Code): string {
    const name = lang.trim().toLowerCase();
    const html = highlight(text, name);
    if (html === undefined) {
      throw this.#wrong(`has code in “${name}”; known are ${codeNames.join(', ')}`);
    }
    return `<pre tabindex="0"><code>${html}</code></pre>\n`;
  }

  override tablecell(token: Tokens.TableCell): string {
    return keepNames(super.tablecell(token));
  }

  override codespan(token: Tokens.Codespan): string {
    this.words.push(token.text);
    return super.codespan(token);
  }

  override paragraph({ tokens }: Tokens.Paragraph): string {
    const html = this.parser.parseInline(tokens);
    const [first] = tokens;
    if (first?.type !== 'image' || tokens.length > 1) return `<p>${html}</p>\n`;
    const { title } = first as Tokens.Image;
    const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
    return `<figure>${html}${caption}</figure>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const label = this.parser.parseInline(tokens);
    const target = linkTarget(href, this.#page.language, this.#page.stateOf);
    switch (target.kind) {
      case 'here':
        this.#linkedIds.push(linkedId(target.id));
        return `<a href="#${encodeURIComponent(linkedId(target.id))}">${label}</a>`;
      case 'page':
        return `<a href="${escapeHtml(encode(target.href))}">${label}</a>`;
      case 'elsewhere':
        return `<a href="${escapeHtml(encode(target.href))}" rel="noopener">${label}</a>`;
      case 'later':
        return label;
      case 'wrong':
        throw this.#wrong(`has the link “${href}”: ${target.reason}`);
    }
  }

  override image({ href, text }: Tokens.Image): string {
    if (text.trim() === '') throw this.#wrong(`has the image ${href} without a description`);
    this.#pictures += 1;
    const picture = this.#page.pictures.find(href, this.#text.language, this.#text.place);
    return pictureHtml(picture, text, this.#pictures === 1);
  }

  #wrong(what: string): Error {
    return wrong(this.#text.place, what);
  }
}

/** Encodes spaces and non-ASCII letters of a URL. Encoded characters are not encoded twice. */
function encode(address: string): string {
  return encodeURI(address).replaceAll('%25', '%');
}

class WordReader extends PostRenderer {
  override code(): string {
    return '';
  }
}

/**
 * Ends no line at a hyphen in the name of a model or version (`GPT-3.5-turbo`). Narrow columns would break every one of
 * them. Compounds without a digit may break. The name of the default GPT has a word after it.
 */
function keepNames(html: string): string {
  return html.replaceAll(/<[^>]*>|[A-Za-z][\w.]*(?:-[\w.]*\w)+(?: All\b)?/g, (part) =>
    part.startsWith('<') || !/\d/.test(part) ? part : `<span class="whole-name">${part}</span>`,
  );
}
