import ts from 'typescript';
import { type Sources, treesOf } from './sources.ts';

/**
 * Texts that React writes next to other children of the same element. Page translators replace text nodes, and React
 * then throws when it removes or moves one. A text that is the only child of an element is safe.
 */
export function bareTextViolations(sources: Sources): string[] {
  return islands(sources).flatMap(([file, tree]) => {
    const found: string[] = [];
    const elements = elementNamesIn(tree);
    const visit = (node: ts.Node): void => {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
        const children = node.children.filter((child) => !isBlank(child));
        const isAlone = children.length === 1 && ts.isJsxElement(node);
        if (!isAlone)
          found.push(
            ...children
              .filter((child) => isText(child, elements))
              .map((child) => place(file, tree, child)),
          );
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

/** Scrollers without a position of their own: a hidden text in one (`sr-only`) makes the whole page scroll. */
export function scrollerViolations(sources: Sources): string[] {
  const classes = /["'`]([^"'`\n]*overflow-(?:[xy]-)?(?:auto|scroll)[^"'`\n]*)["'`]/g;
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(classes)]
      .filter(
        ([, names = '']) => !/(?:^|[\s:])(?:relative|absolute|fixed|sticky)(?:\s|$)/.test(names),
      )
      .map(([, names = '']) => `${file}: ${names}`),
  );
}

/** The rule, and its copy in a module that is inlined into pages, which imports nothing that others share. */
const compositionRules = ['src/domain/texts/composing.ts', 'src/elements/earlyQuestion.ts'];

/** Checks of compositions of input methods that forget Safari, which `domain/texts/composing.ts` handles. */
export function compositionViolations(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => !compositionRules.includes(file))
    .filter(([, text]) => /\.isComposing|\.keyCode/.test(text))
    .map(([file]) => file);
}

function islands(sources: Sources): [string, ts.SourceFile][] {
  return [...sources]
    .filter(([file]) => /^src\/islands\/.*\.tsx$/.test(file))
    .flatMap(([file, text]) =>
      treesOf(file, text).map((tree): [string, ts.SourceFile] => [file, tree]),
    );
}

function isBlank(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return child.text.trim() === '';
  if (!ts.isJsxExpression(child)) return false;
  const { expression } = child;
  return !expression || (ts.isStringLiteral(expression) && expression.text.trim() === '');
}

function isText(child: ts.JsxChild, elements: ReadonlySet<string>): boolean {
  if (ts.isJsxText(child)) return true;
  if (!ts.isJsxExpression(child) || !child.expression) return false;
  return canBeText(child.expression, elements);
}

/** Names of properties of components that are elements, not texts. */
const elementProperties = ['children', 'icon', 'mark', 'note'];

/** Returns the names in a file that are elements, or functions that return elements. */
function elementNamesIn(tree: ts.SourceFile): Set<string> {
  const names = new Set(elementProperties);
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    if (isNamed && node.name && hasElement(node)) names.add(node.name.getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function hasElement(node: ts.Node): boolean {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) {
    return true;
  }
  return ts.forEachChild(node, hasElement) ?? false;
}

/** Whether an expression can be a text as far as its syntax shows. */
function canBeText(expression: ts.Expression, elements: ReadonlySet<string>): boolean {
  if (ts.isParenthesizedExpression(expression)) return canBeText(expression.expression, elements);
  if (ts.isBinaryExpression(expression)) return canBeText(expression.right, elements);
  if (ts.isConditionalExpression(expression)) {
    const branches = [expression.whenTrue, expression.whenFalse];
    return branches.some((branch) => canBeText(branch, elements));
  }
  if (ts.isIdentifier(expression)) {
    return expression.text !== 'undefined' && !elements.has(expression.text);
  }
  if (ts.isCallExpression(expression)) return !makesElements(expression, elements);
  return (
    ts.isStringLiteralLike(expression) ||
    ts.isTemplateExpression(expression) ||
    ts.isNumericLiteral(expression) ||
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression)
  );
}

function makesElements({ expression }: ts.CallExpression, elements: ReadonlySet<string>): boolean {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text === 'map';
  return ts.isIdentifier(expression) && elements.has(expression.text);
}

function place(file: string, tree: ts.SourceFile, node: ts.Node): string {
  const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
  return `${file}:${line + 1}: ${node.getText(tree).trim()}`;
}
