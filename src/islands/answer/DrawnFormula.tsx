import katex from 'katex';
import styles from 'katex/dist/katex.min.css?url';
import { useLayoutEffect, useRef } from 'react';

type Props = { source: string; raw: string; display: boolean };

/** KaTeX's tree of a formula before it becomes elements. */
type FormulaNode = {
  attributes?: Record<string, string>;
  children?: FormulaNode[];
  toNode: () => Node;
};

let styled = false;

/**
 * A formula drawn by KaTeX. Its elements are made one by one: a page's policy forbids HTML with style attributes, not
 * styles that a script sets. Formulas that it cannot draw stay as they were written.
 */
export function DrawnFormula({ source, raw, display }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    loadStyles();
    place.current?.replaceChildren(drawFormula(source, display) ?? raw.trim());
  }, [source, raw, display]);
  return <span ref={place} className={display ? 'answer-formula' : undefined} dir="ltr" />;
}

function drawFormula(source: string, displayMode: boolean): Node | undefined {
  try {
    const tree = renderTree(source, { displayMode, maxSize: 20, maxExpand: 500, strict: false });
    dropStyleAttributes(tree);
    return tree.toNode();
  } catch {
    return undefined;
  }
}

/** A few signs get a style as an attribute, which would be refused and reported; they are readable without. */
function dropStyleAttributes(node: FormulaNode): void {
  if (node.attributes) delete node.attributes['style'];
  node.children?.forEach(dropStyleAttributes);
}

/** KaTeX's own way to its tree, which its types leave out. */
const { __renderToDomTree: renderTree } = katex as unknown as {
  __renderToDomTree: (source: string, options: katex.KatexOptions) => FormulaNode;
};

function loadStyles(): void {
  if (styled) return;
  styled = true;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  document.head.append(link);
}
