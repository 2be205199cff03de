import { formulaLimits, isTooMuch } from '#markdown/formulaLimits.ts';
import katex from 'katex';
import styles from 'katex/dist/katex.min.css?url';
import { useLayoutEffect, useRef } from 'react';

type Props = { source: string; raw: string; display: boolean };

/** A node of KaTeX's tree of a formula. */
type FormulaNode = {
  attributes?: Record<string, string>;
  children?: FormulaNode[];
  toNode: () => Node;
};

let hasStyles = false;

/**
 * A formula rendered by KaTeX. Its elements are created by script, because the page's security policy forbids style
 * attributes in HTML but allows styles that a script sets. A formula that KaTeX cannot render is shown as its source.
 */
export function KatexFormula({ source, raw, display }: Props) {
  const root = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    loadStyles();
    root.current?.replaceChildren(renderFormula(source, display) ?? raw.trim());
  }, [source, raw, display]);
  return (
    <span ref={root} className={display ? 'answer-formula' : undefined} dir="ltr" translate="no" />
  );
}

function renderFormula(source: string, displayMode: boolean): Node | undefined {
  if (isTooMuch(source)) return undefined;
  try {
    const tree = renderTree(source, { displayMode, ...formulaLimits });
    dropStyleAttributes(tree);
    return tree.toNode();
  } catch {
    return undefined;
  }
}

/** KaTeX gives a few symbols a style attribute, which the policy would block and report. They are readable without it. */
function dropStyleAttributes(node: FormulaNode): void {
  if (node.attributes) delete node.attributes['style'];
  node.children?.forEach(dropStyleAttributes);
}

/** KaTeX's function that returns its tree. Its types do not declare it. */
const { __renderToDomTree: renderTree } = katex as unknown as {
  __renderToDomTree: (source: string, options: katex.KatexOptions) => FormulaNode;
};

function loadStyles(): void {
  if (hasStyles) return;
  hasStyles = true;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  document.head.append(link);
}
