import { fileURLToPath } from 'node:url';

/**
 * Makes the calls of the API smaller in browsers, which only check responses: `zod/mini` becomes
 * `contract/browserSchemas.ts`, and the declarations of calls lose the parts that only the server reads. Together that is
 * a quarter of our own code that comes before the message box of the chat area works.
 */

const schemas = fileURLToPath(new URL('../contract/browserSchemas.ts', import.meta.url));
const contract = /[\\/]src[\\/]contract[\\/].*\.ts$/;

/** The parts of a declaration that `contract/call.ts` and `contract/upload.ts` read. */
const readByBrowsers: ReadonlySet<string> = new Set(['method', 'path', 'response']);

/** A node of the syntax tree, as far as it is used here. */
type Node = { type: string; start: number; end: number; [field: string]: unknown };

type Parse = (code: string) => unknown;

/** The plugin for Vite. It changes the code for browsers only. */
export function browserContract() {
  return {
    name: 'dolores:browser-contract',
    enforce: undefined,
    applyToEnvironment: ({ name }: { name: string }): boolean => name === 'client',
    resolveId: {
      order: 'pre' as const,
      handler: (id: string): string | undefined => (id === 'zod/mini' ? schemas : undefined),
    },
    transform(this: { parse: Parse }, code: string, id: string) {
      if (!contract.test(id)) return undefined;
      return { code: withoutServerParts(code, (text) => this.parse(text)), map: null };
    },
  };
}

/**
 * Returns the JavaScript of a file of the contract without what only the server reads of its calls. Then it lacks the
 * constants and imports that nothing uses any more: an import alone would put a module into the first load.
 */
function withoutServerParts(code: string, parse: Parse): string {
  let result = cut(code, findNodes(parse(code)).flatMap(serverParts));
  for (;;) {
    const tree = parse(result) as { body: Node[] };
    const counts = countNames(tree);
    const unused = tree.body.filter((statement) => isUnused(statement, counts));
    if (unused.length === 0) return result;
    result = cut(
      result,
      unused.map(({ start, end }) => [start, end]),
    );
  }
}

type Range = [from: number, to: number];

/** Returns the places of these properties if the node is a call of `endpoint`. Commas between them are part of them. */
function serverParts(node: Node): Range[] {
  const callee = node['callee'] as Node | undefined;
  if (node.type !== 'CallExpression' || callee?.['name'] !== 'endpoint') return [];
  const [definition] = node['arguments'] as Node[];
  const properties = (definition?.['properties'] ?? []) as Node[];
  return properties.flatMap((property, index): Range[] => {
    const { name } = (property['key'] ?? {}) as { name?: string };
    if (name === undefined || readByBrowsers.has(name)) return [];
    return [[property.start, properties[index + 1]?.start ?? property.end]];
  });
}

/**
 * Whether nothing uses the names that a statement declares. Only imports and constants are removed, which have no other
 * effect in the contract.
 */
function isUnused({ type, specifiers, declarations }: Node, uses: Map<string, number>): boolean {
  const isImport = type === 'ImportDeclaration';
  if (!isImport && type !== 'VariableDeclaration') return false;
  const declared = ((isImport ? specifiers : declarations) as Node[]).map(
    (one) => ((isImport ? one['local'] : one['id']) as { name?: string }).name,
  );
  // The declaration is the one place.
  return (
    declared.length > 0 && declared.every((name) => name !== undefined && uses.get(name) === 1)
  );
}

/** The fields of a node that hold a name without using it. */
const naming: ReadonlySet<string> = new Set(['key', 'property', 'imported', 'exported']);

/** Counts the places of every name, other than those of fields. */
function countNames(value: unknown, counts = new Map<string, number>()): Map<string, number> {
  if (typeof value !== 'object' || value === null) return counts;
  const { type, name, computed } = value as Node;
  if (type === 'Identifier') counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  for (const [field, child] of Object.entries(value)) {
    if (computed === true || !naming.has(field)) countNames(child, counts);
  }
  return counts;
}

function cut(code: string, ranges: readonly Range[]): string {
  let result = '';
  let at = 0;
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    result += code.slice(at, from);
    at = to;
  }
  return result + code.slice(at);
}

function findNodes(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.values(value).flatMap(findNodes);
  return 'type' in value && 'start' in value ? [value as Node, ...children] : children;
}
