import ts from 'typescript';
import type { Violation } from './fences.ts';
import { type Sources, treesOf } from './sources.ts';

/** The file that casts for all others, and scripts that stand in their page, so that they can share no module. */
const castingFiles: readonly string[] = [
  'src/domain/json.ts',
  'src/elements/earlyAnswer.ts',
  'src/elements/earlyQuestion.ts',
];

/** Files that promise a type for the value of a JSON text, which nothing has checked. */
export function castJsonViolations(sources: Sources): Violation[] {
  return [...sources]
    .filter(([file, text]) => !castingFiles.includes(file) && text.includes('JSON.parse('))
    .flatMap(([file, text]) =>
      treesOf(file, text).flatMap((tree) =>
        castsOfJson(tree, tree).map((cast) => `${file}: ${cast.getText(tree)}`),
      ),
    );
}

function castsOfJson(node: ts.Node, tree: ts.SourceFile): ts.Node[] {
  const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
  const isJson = isCast && node.expression.getText(tree).startsWith('JSON.parse(');
  const isPromise = isJson && node.type.kind !== ts.SyntaxKind.UnknownKeyword;
  const inside: ts.Node[] = [];
  node.forEachChild((child) => void inside.push(...castsOfJson(child, tree)));
  return isPromise ? [node, ...inside] : inside;
}
