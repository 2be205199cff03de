import type { MarkedToken, OwnToken, Token } from '#markdown/readMarkdown.ts';
import { readInlineMarkdown, readMarkdown } from '#markdown/readMarkdown.ts';
import { answerUrl, unnamedTarget } from '#markdown/answerUrl.ts';
import { type LinkDefinitions, linkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import { numberFootnotes } from '#markdown/numberFootnotes.ts';
import { plainText } from '#markdown/plainText.ts';
import { type Block, BlockSplitter, allBlocks } from '#markdown/splitBlocks.ts';

export type ShownTextOptions = {
  /** The text that is shown instead of a picture. */
  image: (name: string) => string;
  /** The host of our own site, to which answers cannot link. */
  ownHost: string;
  /** Whether the answer has sources: then only its citations are links. */
  isCited: boolean;
};

type Context = ShownTextOptions & {
  links: LinkDefinitions;
  /** The numbers of footnotes by their labels. */
  numbers: ReadonlyMap<string, number>;
};

/** Commands, braces and signs of formulas, which are not drawn. */
const formulaSigns = /\\[a-z]+\*?|[\\{}^_&]|\s+/gi;

/**
 * Returns the text of an answer as it is drawn, without the marks of Markdown, with a line break between blocks. Formulas
 * are approximate: drawing them takes too long.
 */
export function shownText(text: string, options: ShownTextOptions): string {
  const { blocks, definitions } = new BlockSplitter().split(text);
  const numbers = numberFootnotes(blocks);
  const context: Context = { ...options, links: linkDefinitions(definitions), numbers };
  const notes = new Map(
    allBlocks(blocks).flatMap((one) =>
      one.kind === 'footnote' ? [[one.label, one.source] as const] : [],
    ),
  );
  return lines([
    ...blocks.map((block) => blockText(block, context)),
    ...[...numbers.keys()].map((label) => readText(notes.get(label) ?? '', context)),
  ]);
}

function blockText(block: Block, context: Context): string {
  switch (block.kind) {
    case 'text':
      return readText(block.source, context);
    case 'code':
      return block.code;
    case 'details': {
      const summary = inlineText(readInlineMarkdown(block.summary), context);
      return lines([summary, ...block.blocks.map((inner) => blockText(inner, context))]);
    }
    case 'footnote':
      return '';
  }
}

function readText(source: string, context: Context): string {
  return linesOf(readMarkdown(source, linksOf(source, context.links)), context);
}

function linesOf(tokens: readonly Token[], context: Context): string {
  return lines(tokens.map((token) => blockTokenText(token, context)));
}

function blockTokenText(token: Token, context: Context): string {
  const own = token as MarkedToken | OwnToken;
  switch (own.type) {
    case 'space':
    case 'def':
    case 'hr':
      return '';
    case 'heading':
    case 'paragraph':
      return inlineText(own.tokens, context);
    case 'blockquote':
      return linesOf(own.tokens, context);
    case 'list':
      return lines(own.items.map(({ tokens }) => linesOf(tokens, context)));
    case 'table':
      return lines(
        [own.header, ...own.rows].flat().map(({ tokens }) => inlineText(tokens, context)),
      );
    case 'code':
      return own.text;
    case 'plain':
      return own.raw;
    default:
      return inlineText([token], context);
  }
}

function inlineText(tokens: readonly Token[] | undefined, context: Context): string {
  return (tokens ?? []).map((token) => inlineTokenText(token, context)).join('');
}

function inlineTokenText(token: Token, context: Context): string {
  const own = token as MarkedToken | OwnToken;
  switch (own.type) {
    case 'strong':
    case 'em':
    case 'del':
    case 'tagged':
      return inlineText(own.tokens, context);
    case 'codespan':
    case 'escape':
      return own.text;
    case 'br':
    case 'checkbox':
      return '';
    case 'link':
      return inlineText(own.tokens, context) + shownHost(own.href, own.text, context);
    case 'image': {
      const name = context.image(plainText(own.text));
      return name + shownHost(own.href, name, context);
    }
    case 'maths':
      return own.text.replaceAll(formulaSigns, '');
    case 'footnote':
      return String(context.numbers.get(own.label) ?? own.raw);
    case 'text':
      return own.tokens ? inlineText(own.tokens, context) : plainText(own.text);
    default:
      return plainText(own.raw);
  }
}

/** Returns the host that follows a link whose text does not name it. */
function shownHost(href: string, text: string, { ownHost, isCited }: Context): string {
  const url = isCited ? undefined : answerUrl(href, ownHost);
  const target = url && unnamedTarget(text, url);
  return target === undefined ? '' : ` (${target})`;
}

function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}
