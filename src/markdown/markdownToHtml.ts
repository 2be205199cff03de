import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { hasVisible } from '#domain/texts/text.ts';
import type { FootnoteMark, TaggedText } from '#markdown/answerExtensions.ts';
import { answerUrl, unnamedTarget } from '#markdown/answerUrl.ts';
import { weightOf } from '#markdown/cutInline.ts';
import { HtmlRenderer, Parser, type Tokens } from '#markdown/htmlRenderer.ts';
import { linkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import { numberFootnotes } from '#markdown/numberFootnotes.ts';
import { type OwnToken, readInlineMarkdown, readTokens } from '#markdown/readMarkdown.ts';
import type { Maths } from '#markdown/readMaths.ts';
import { type Block, BlockSplitter, allBlocks } from '#markdown/splitBlocks.ts';

export type MarkdownOptions = {
  /** The text of the link instead of a picture, which is never loaded, as its server would learn of readers. */
  image: (name: string) => string;
  /** The prefix of the ids of footnotes, which must differ between the answers of a page. */
  footnotePrefix: string;
  /** The name of a footnote, and of their list, for screen readers. */
  footnote: (number: number) => string;
  footnotes: string;
  /** The name of a table for screen readers. */
  table: string;
  /** Replaces citations in escaped text. If present, links in the text are not linked. */
  cite?: (escaped: string) => string;
  /** Returns the HTML of a formula; without it, formulas are shown as they were written. */
  formula?: (formula: Maths) => string;
  /** Whether every line break of the text is kept, as in texts whose authors may not know Markdown. */
  keepsLines?: boolean;
  /** The host of our own site: links to it are not linked, because they could be disguised. */
  ownHost: string;
};

/** Fixed work of a formula, in addition to that of its characters: KaTeX takes as long as for so many of them. */
const formulaWeight = 500;

/** Fixed work of a line, in addition to that of its characters: every line may begin an item of a list or a block. */
const lineWeight = 20;

/** Most work of the texts of one page, in plain characters. Texts beyond it are shown as they were written. */
export const workAtMost = 4_000_000;

/** Returns the most characters of the HTML of a text. A text whose HTML is longer is shown as it was written. */
export function htmlAtMost(text: string): number {
  return 20_000 + 8 * workOf(text);
}

/** Returns an upper bound of the work of converting a text, in plain characters. */
export function workOf(text: string): number {
  const formulas = text.match(/\$|\\[([]/g)?.length ?? 0;
  const lines = text.match(/\n/g)?.length ?? 0;
  return weightOf(text) + formulas * formulaWeight + lines * lineWeight;
}

/**
 * Converts untrusted Markdown to HTML that cannot run, load or imitate anything: HTML in it is shown as text but
 * for a few tags without attributes, pictures become links, and links show their host.
 */
export function markdownToHtml(text: string, options: MarkdownOptions): string {
  return [...htmlPieces(text, options)].join('');
}

/**
 * Returns the HTML of untrusted Markdown, as `markdownToHtml`. A text that would take too long, or become too long, is
 * shown as it was written.
 */
export function boundedHtml(text: string, options: MarkdownOptions): string {
  if (workOf(text) > workAtMost) return plainHtml(text);
  const charactersAtMost = htmlAtMost(text);
  let html = '';
  for (const piece of htmlPieces(text, options)) {
    html += piece;
    if (html.length > charactersAtMost) return plainHtml(text);
  }
  return html;
}

/** Yields the HTML of a text in pieces, so that the caller can let others work between two of them. */
export function* htmlPieces(text: string, options: MarkdownOptions): Generator<string> {
  const { blocks, definitions } = new BlockSplitter().split(text);
  const links = linkDefinitions(definitions);
  const numbers = numberFootnotes(blocks);
  const parser = new Parser({
    renderer: new AnswerRenderer(text, options),
    extensions: { renderers: ownRenderers(numbers, options), childTokens: {} },
  });
  const toHtml = function* (source: string): Generator<string> {
    for (const tokens of readTokens(source, linksOf(source, links))) yield parser.parse(tokens);
  };
  yield* blocksHtml(blocks, parser, toHtml);
  if (numbers.size === 0) return;
  const notes = new Map(
    allBlocks(blocks).flatMap((block) =>
      block.kind === 'footnote' ? [[block.label, block.source]] : [],
    ),
  );
  // No landmark, because a page has several answers.
  yield `<section class="answer-notes"><ol aria-label="${escapeHtml(options.footnotes)}">`;
  for (const [label, number] of numbers) {
    yield `<li id="${options.footnotePrefix}${number}" tabindex="-1">`;
    yield* toHtml(notes.get(label) ?? '');
    yield '</li>';
  }
  yield '</ol></section>\n';
}

function* blocksHtml(
  blocks: readonly Block[],
  parser: Parser,
  toHtml: (source: string) => Generator<string>,
): Generator<string> {
  for (const block of blocks) {
    if (block.kind === 'code') yield codeHtml(block.code, block.info);
    else if (block.kind === 'text') yield* toHtml(block.source);
    else if (block.kind === 'details') {
      const summary = parser.parseInline(readInlineMarkdown(block.summary));
      yield `<details><summary>${summary}</summary>\n`;
      yield* blocksHtml(block.blocks, parser, toHtml);
      yield '</details>\n';
    }
  }
}

type Drawing = { parser: Parser };

/** Returns the renderers of the tokens that `marked` does not have. */
function ownRenderers(numbers: ReadonlyMap<string, number>, options: MarkdownOptions) {
  return {
    maths: (token) => options.formula?.(token as Maths) ?? escapeHtml(token.raw),
    footnote: (token) => mentionHtml(token as FootnoteMark, numbers, options),
    plain: ({ raw }) => plainHtml(raw),
    tagged(this: Drawing, token) {
      const { name, tokens } = token as TaggedText;
      return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
    },
  } satisfies Record<OwnToken['type'], (this: Drawing, token: Tokens.Generic) => string>;
}

/** Returns the mention of a footnote as a link, or its source text if the footnote does not exist. */
function mentionHtml(
  { label, raw }: FootnoteMark,
  numbers: ReadonlyMap<string, number>,
  { footnote, footnotePrefix }: MarkdownOptions,
): string {
  const number = numbers.get(label);
  if (number === undefined) return escapeHtml(raw);
  const name = escapeHtml(footnote(number));
  return `<sup><a href="#${footnotePrefix}${number}" aria-label="${name}">${number}</a></sup>`;
}

/** Returns a text as it was written. */
export function plainHtml(text: string): string {
  return `<p class="shared-plain">${escapeHtml(text)}</p>`;
}

function codeHtml(text: string, info: string): string {
  const name = escapeHtml(info.trim().slice(0, 100).split(/\s/, 1)[0]?.slice(0, 30) ?? '');
  const caption = name === '' ? '' : `<figcaption>${name}</figcaption>`;
  const label = name === '' ? '' : ` aria-label="${name}"`;
  return (
    `<figure class="shared-code" dir="ltr">${caption}` +
    `<pre tabindex="0"${label}><code>${escapeHtml(text)}</code></pre></figure>\n`
  );
}

class AnswerRenderer extends HtmlRenderer {
  readonly #options: MarkdownOptions;
  /** The highest level of headings in the Markdown, and the level of the previous heading in the HTML. */
  readonly #highest: number;
  #level = 2;

  constructor(text: string, options: MarkdownOptions) {
    super({
      table: { className: 'answer-table', name: options.table },
      task: 'shared-task',
      sides: { center: 'shared-center', right: 'shared-right' },
    });
    this.#options = options;
    const marks = [...text.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(([, mark = '']) => mark.length);
    this.#highest = marks.reduce((least, depth) => Math.min(least, depth), 6);
  }

  /** Headings are below the heading of the answer and skip no level. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const level = Math.max(3, Math.min(6, depth - this.#highest + 3, this.#level + 1));
    this.#level = level;
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    const html = super.text(token);
    if ('tokens' in token && token.tokens) return html;
    const lines = this.#options.keepsLines ? html.replaceAll('\n', '<br>\n') : html;
    return this.#options.cite?.(lines) ?? lines;
  }

  override code({ text, lang = '' }: Tokens.Code): string {
    return codeHtml(text, lang);
  }

  override link({ href, text, tokens }: Tokens.Link): string {
    return this.#linkTo(href, text, this.parser.parseInline(tokens));
  }

  override image({ href, text }: Tokens.Image): string {
    const name = this.#options.image(text);
    return this.#linkTo(href, name, escapeHtml(name));
  }

  #linkTo(href: string, text: string, label: string): string {
    const url = answerUrl(href, this.#options.ownHost);
    if (!url || this.#options.cite) return `<span>${label}</span>`;
    const target = unnamedTarget(text, url);
    const isNamed = hasVisible(label.replace(/<[^>]*>/g, ''));
    const name = isNamed ? label : escapeHtml(target ?? url.href);
    const host =
      target === undefined || !isNamed
        ? ''
        : `<bdi class="answer-host"> (${escapeHtml(target)})</bdi>`;
    return `<a href="${escapeHtml(url.href)}" target="_blank" rel="nofollow ugc noopener noreferrer">${name}</a>${host}`;
  }
}
