import ts from 'typescript';
import type { Violation } from './fences.ts';
import { type Sources, treesOf } from './sources.ts';

const platformTypes: ReadonlySet<string> = new Set(['#server/context.ts', '#server/db/connect.ts']);
const passedFirst = /^(?:Context|\w*Platform|Database|Executor)$/;
const ownParts = /^(?:Database|Logger|Pick<(?:Database|Logger)\b.*)$/;
const pickedParts = /^(?:Pick|Omit)<(?:Context|\w*Platform)\b/;

/**
 * Services whose platform, context, database or transaction is not their first parameter, or that describe the parts of
 * the server that they need in a type of their own; and types of any file that are named after dependencies.
 */
export function platformViolations(sources: Sources): Violation[] {
  return [...sources]
    .filter(([file]) => file.startsWith('src/'))
    .flatMap(([file, text]) =>
      treesOf(file, text).flatMap((tree) => {
        const isService = file.startsWith('src/server/services/');
        const passed = isService ? importedTypes(tree) : undefined;
        return violationsIn(tree, tree, passed).map((found) => `${file}: ${found}`);
      }),
    );
}

/** Returns the names of types that a function takes first; other modules may have types with the same names. */
function importedTypes(tree: ts.SourceFile): Set<string> {
  const names = tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return [];
    if (!platformTypes.has((statement.moduleSpecifier as ts.StringLiteral).text)) return [];
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings)
      ? bindings.elements.map(({ name }) => name.text)
      : [];
  });
  return new Set(names.filter((name) => passedFirst.test(name)));
}

/** `passed` is missing outside of services. */
function violationsIn(
  node: ts.Node,
  tree: ts.SourceFile,
  passed: ReadonlySet<string> | undefined,
): string[] {
  const found: string[] = [];
  const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
  if (isType && node.name.text.endsWith('Dependencies')) found.push(node.name.text);
  if (passed && (ts.isFunctionDeclaration(node) || ts.isConstructorDeclaration(node))) {
    const types = node.parameters.map(({ type }) => type?.getText(tree) ?? '');
    const later = types.slice(1).find((type) => passed.has(type));
    if (later && !passed.has(types[0] ?? '')) found.push(`${later} is not the first parameter`);
  }
  if (passed && isOwnPart(node, tree)) found.push(`${node.getText(tree)} is a type of its own`);
  node.forEachChild((child) => void found.push(...violationsIn(child, tree, passed)));
  return found;
}

/** Whether a node is a property of a type, or an addition to a platform, that holds a part of the server. */
function isOwnPart(node: ts.Node, tree: ts.SourceFile): boolean {
  if (ts.isPropertySignature(node)) return ownParts.test(node.type?.getText(tree) ?? '');
  if (!ts.isIntersectionTypeNode(node)) return false;
  return node.types.some((type) => pickedParts.test(type.getText(tree)));
}
