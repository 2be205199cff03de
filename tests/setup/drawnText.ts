import { linkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import {
  type MarkedToken,
  type OwnToken,
  type Token,
  type Tokens,
  readMarkdown,
} from '#markdown/readMarkdown.ts';
import { type Block, BlockSplitter } from '#markdown/splitBlocks.ts';

/** Returns what is drawn for an answer, in few tags: bold `<b>`, italic `<i>`, struck `<s>`, formulas `<m>` and so on. */
export function drawnText(text: string): string {
  const { blocks, definitions } = new BlockSplitter().split(text);
  const links = linkDefinitions(definitions);
  const read = (source: string) => drawAll(readMarkdown(source, linksOf(source, links)));
  return blocks.map((block) => drawBlock(block, read)).join('\n');
}

function drawBlock(block: Block, read: (source: string) => string): string {
  if (block.kind === 'code') return `<pre>${block.code}</pre>`;
  if (block.kind === 'details') {
    const inner = block.blocks.map((one) => drawBlock(one, read)).join('\n');
    return `<details>${read(block.summary)}: ${inner}</details>`;
  }
  const content = read(block.source);
  return block.kind === 'footnote' ? `<note>${block.label}: ${content}</note>` : content;
}

function drawAll(tokens: readonly Token[]): string {
  return tokens.map(draw).join('');
}

function draw(token: Token): string {
  const own = token as MarkedToken | OwnToken;
  switch (own.type) {
    case 'strong':
      return `<b>${drawAll(own.tokens)}</b>`;
    case 'em':
      return `<i>${drawAll(own.tokens)}</i>`;
    case 'del':
      return `<s>${drawAll(own.tokens)}</s>`;
    case 'codespan':
      return `<code>${own.text}</code>`;
    case 'code':
      return `<pre>${own.text}</pre>`;
    case 'link':
      return `<a>${drawAll(own.tokens)}</a>`;
    case 'maths':
      return own.display ? `<M>${own.text}</M>` : `<m>${own.text}</m>`;
    case 'footnote':
      return `<sup>${own.label}</sup>`;
    case 'tagged':
      return `<${own.name}>${drawAll(own.tokens)}</${own.name}>`;
    case 'br':
      return '<br>';
    case 'table':
      return [own.header, ...own.rows].map(drawRow).join('\n');
    case 'list':
      return own.items.map((item) => `<li>${drawAll(item.tokens)}</li>`).join('');
    case 'heading':
      return `<h>${drawAll(own.tokens)}</h>`;
    case 'blockquote':
      return `<q>${drawAll(own.tokens)}</q>`;
    case 'paragraph':
      return drawAll(own.tokens);
    case 'text':
      return own.tokens ? drawAll(own.tokens) : own.text;
    case 'escape':
      return own.text;
    case 'space':
    case 'def':
      return '';
    default:
      return own.raw;
  }
}

function drawRow(cells: readonly Tokens.TableCell[]): string {
  return cells.map(({ tokens }) => `<td>${drawAll(tokens)}`).join('');
}
