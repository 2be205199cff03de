import ts from 'typescript';
import { type Import, type Sources, importsOf, treesOf } from './sources.ts';

/** Which folders a folder may import from, its own included. Everything else is a violation. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/contract': ['src/domain'],
  'src/markdown': ['src/domain'],
  'src/parts': ['src/domain', 'src/i18n'],
  'src/i18n': ['src/domain'],
  'src/styles': [],
  'src/catalog': ['src/domain', 'src/contract', 'src/i18n', 'src/content', 'src/markdown'],
  'src/release': ['src/domain'],
  'src/builder': ['src/domain', 'src/contract', 'src/i18n', 'src/catalog', 'src/release'],
  'src/pages': [
    'src/domain',
    'src/i18n',
    'src/catalog',
    'src/layouts',
    'src/components',
    'src/islands',
    'src/styles',
  ],
  'src/layouts': [
    'src/domain',
    'src/i18n',
    'src/catalog',
    'src/parts',
    'src/components',
    'src/elements',
    'src/islands',
    'src/styles',
  ],
  'src/components': [
    'src/domain',
    'src/i18n',
    'src/catalog',
    'src/parts',
    'src/elements',
    'src/islands',
  ],
  'src/elements': ['src/domain', 'src/i18n', 'src/markdown', 'src/parts', 'src/stores'],
  'src/islands': ['src/domain', 'src/i18n', 'src/markdown', 'src/parts', 'src/stores'],
  'src/stores': ['src/domain', 'src/i18n', 'src/contract'],
  'src/server/routes': [
    'src/domain',
    'src/contract',
    'src/i18n',
    'src/parts',
    'src/release',
    'src/server',
    'src/server/services',
  ],
  'src/server/services': [
    'src/domain',
    'src/contract',
    'src/i18n',
    'src/markdown',
    'src/parts',
    'src/release',
    'src/server',
    'src/server/db',
    'src/server/gateways',
  ],
  'src/server/db': ['src/domain', 'src/contract', 'src/server'],
  'src/server/gateways': ['src/domain', 'src/contract', 'src/i18n', 'src/server'],
  'src/server/jobs': ['src/server', 'src/server/services'],
  'src/server': [
    'src/domain',
    'src/contract',
    'src/i18n',
    'src/server/routes',
    'src/server/services',
    'src/server/db',
    'src/server/gateways',
    'src/server/jobs',
  ],
};

/** Packages that only these folders may import. */
const fencedPackages: readonly { name: RegExp; folders: readonly string[] }[] = [
  { name: /^(i18next|astro-i18next)(\/|$)/, folders: ['src/i18n'] },
  {
    name: /^(react|react-dom|@nanostores\/react|sonner|lucide-react)(\/|$)/,
    folders: ['src/islands'],
  },
  {
    name: /^zod/,
    folders: [
      'src/contract',
      'src/server/routes',
      'src/server/gateways',
      // Parse stored JSON, and what other processes print.
      'src/server/db',
      'src/server/services',
      'src/release',
      'src/builder',
      'src/catalog',
    ],
  },
  {
    name: /^(pg|drizzle-orm)(\/|$)/,
    folders: ['src/server/db', 'src/server/services', 'src/server/routes'],
  },
  {
    name: /^(openid-client|stripe|wechatpay-axios-plugin)(\/|$)/,
    folders: ['src/server/gateways'],
  },
  { name: /^marked(\/|$)/, folders: ['src/markdown'] },
  { name: /^hono(\/|$)/, folders: ['src/server', 'src/server/routes'] },
];

export type Violation = string;

/** Imports that climb over a fence of the house. */
export function fenceViolations(sources: Sources): Violation[] {
  return allImports(sources).flatMap(({ from, to, typeOnly }) => {
    const folder = folderOf(from);
    if (folder === undefined) return [];
    if (to.startsWith('scripts/')) return [`${from} imports ${to}`];
    if (!to.startsWith('src/')) {
      const fence = fencedPackages.find(({ name }) => name.test(to));
      return fence && !fence.folders.includes(folder) ? [`${from} imports ${to}`] : [];
    }
    const target = folderOf(to);
    if (target === undefined || target === folder || allowed[folder]?.includes(target)) return [];
    // Types of the wire vanish before the browser sees them.
    if (typeOnly && target === 'src/contract' && !folder.startsWith('src/server')) return [];
    // The shape of a platform is made of its parts: naming a type binds nothing at run time.
    if (typeOnly && folder === 'src/server' && target.startsWith('src/server')) return [];
    return [`${from} imports ${to}`];
  });
}

/** Rooms that a room must not import: data flow to serving, and producers of answers share only the room of answers. */
const forbiddenRooms: Readonly<Record<string, readonly string[]>> = {
  snapshot: ['publishing', 'serving'],
  serving: ['snapshot', 'publishing'],
  chat: ['media', 'search'],
  media: ['chat', 'search'],
  search: ['chat', 'media'],
};

/** Imports against the direction snapshot → builder → release → serving, and between producers of answers. */
export function flowViolations(sources: Sources): Violation[] {
  return allImports(sources).flatMap(({ from, to }) => {
    const isForbidden = forbiddenRooms[serviceOf(from)]?.includes(serviceOf(to)) ?? false;
    return isForbidden ? [`${from} imports ${to}`] : [];
  });
}

function serviceOf(file: string): string {
  return /^src\/server\/services\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/** The one file of the catalogue that reads the environment and keeps a value, for builds that Astro runs itself. */
const astroStart = 'src/catalog/astroContext.ts';

/** Files of the builder that start a process: they read the environment, and pass values on. */
const builderStarts = ['main', 'bundle', 'bundleMain'].map((name) => `src/builder/${name}.ts`);

/** Files of the builder and the catalogue that read the environment, or keep values of their own in the catalogue. */
export function stateViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    const isCatalog = file.startsWith('src/catalog/') && file !== astroStart;
    const isBuilder = file.startsWith('src/builder/') && !builderStarts.includes(file);
    const reads = (isCatalog || isBuilder) && /\bprocess\.env\b/.test(text);
    return [
      ...(reads ? [`${file} reads the environment`] : []),
      ...(isCatalog && keepsState(file, text) ? [`${file} keeps a value between calls`] : []),
    ];
  });
}

/** Whether a module has a variable, or an empty collection to fill, outside of functions. */
function keepsState(file: string, text: string): boolean {
  return treesOf(file, text).some((tree) =>
    tree.statements.filter(ts.isVariableStatement).some(({ declarationList }) => {
      const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0;
      const values = declarationList.declarations.map(({ initializer }) => initializer);
      return !isConstant || values.some((value) => value && isEmptyCollection(value, tree));
    }),
  );
}

function isEmptyCollection(value: ts.Expression, tree: ts.SourceFile): boolean {
  if (!ts.isNewExpression(value) || value.arguments?.length) return false;
  return /^(Weak)?(Map|Set)$/.test(value.expression.getText(tree));
}

/**
 * The list of languages and areas, which imports nothing itself: the one file outside of `src` that code may import.
 */
const languageList = 'astro-i18next.config.ts';

const accountHook = 'src/islands/shared/useAccount.ts';

/** Files of `domain` that import a package, islands that do not read the account through its hook, and browser files besides `stores` and `contract` that fetch. */
export function reachViolations(sources: Sources): Violation[] {
  const packages = allImports(sources)
    .filter(({ from, to }) => from.startsWith('src/domain/') && !to.startsWith('src/'))
    .filter(({ to }) => to !== languageList)
    .map(({ from, to }) => `${from} imports the package ${to}`);
  const fetching = [...sources]
    .filter(([file]) => /^src\/(islands|elements|components|layouts|pages)\//.test(file))
    .filter(([file, text]) => callsFetch(file, text) && !isStaticPageLoader(file))
    .map(([file]) => `${file} fetches`);
  // Drawn while React hydrates the page's HTML, it would differ from the HTML.
  const unsafe = [...sources]
    .filter(([file]) => file.startsWith('src/islands/') && file !== accountHook)
    .filter(([, text]) => /\buseStore\(\$(?:account|user)\b/.test(text))
    .map(([file]) => `${file} reads the account without ${accountHook}`);
  return [...packages, ...fetching, ...unsafe];
}

/** Cycles of imports that exist at run time. */
export function importCycles(sources: Sources): Violation[] {
  const edges = new Map<string, string[]>();
  for (const { from, to, typeOnly } of allImports(sources)) {
    if (typeOnly || !sources.has(to)) continue;
    edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles: Violation[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources.keys()) walk(file, []);
  return cycles;
}

/** Files over 300 lines, functions over 60, the type `any`, and files that only pass on others. */
export function sizeAndTypeViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    const lines = text.split('\n').length;
    // The schema is data: one table after the other.
    const long =
      lines > 300 && file !== 'src/server/db/schema.ts' ? [`${file} has ${lines} lines`] : [];
    return [...long, ...treesOf(file, text).flatMap((tree) => treeViolations(file, tree))];
  });
}

function treeViolations(file: string, tree: ts.SourceFile): Violation[] {
  const found: Violation[] = [];
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const at = () => `${file}:${lineOf(node.getStart(tree))}`;
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${at()} says any`);
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart(tree)) + 1;
      if (lines > 60) found.push(`${at()} has a function of ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const passesOn = tree.statements.filter(
    (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier,
  );
  if (passesOn.length > 0 && passesOn.length === tree.statements.length)
    found.push(`${file} is a barrel`);
  return found;
}

function allImports(sources: Sources): Import[] {
  return [...sources].flatMap(([file, text]) => importsOf(file, text));
}

/** The most precise folder of the table that holds a file. */
function folderOf(file: string): string | undefined {
  return Object.keys(allowed)
    .filter((folder) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

function callsFetch(file: string, text: string): boolean {
  if (!/\bfetch\b/.test(text)) return false;
  return treesOf(file, text).some((tree) => {
    let found = false;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText(tree) === 'fetch') found = true;
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

/** Elements may load static files of the release, which do not call the server. */
function isStaticPageLoader(file: string): boolean {
  return file.startsWith('src/elements/');
}
