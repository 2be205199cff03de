import { findText } from '#domain/texts/findText.ts';

/** Parts of a message that are not its text: hidden copies of formulas, names and buttons of code. */
const otherText = '.katex-mathml, .answer-code-head, .sr-only, button';

/** Elements whose text does not continue that of their neighbours. */
const blocks = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, summary, div';

type Piece = { node: Text; start: number };

/** Returns the ranges of an element’s text that have the query. */
export function rangesIn(element: HTMLElement, query: string): Range[] {
  const { text, pieces } = textOf(element);
  return findText(text, query).map(({ start, end }) => {
    const range = document.createRange();
    const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (first) range.setStart(first.node, start - first.start);
    if (last) range.setEnd(last.node, end - last.start);
    return range;
  });
}

function textOf(element: HTMLElement): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  let lastBlock: Element | null | undefined;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent?.closest(otherText)) continue;
    const block = parent?.closest(blocks);
    if (lastBlock !== undefined && block !== lastBlock) text += '\n';
    lastBlock = block;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  return { text, pieces };
}

function pieceAt(pieces: readonly Piece[], place: number): Piece | undefined {
  return pieces.findLast(({ start }) => start <= place);
}
