/**
 * Makes the files for browsers smaller after Rolldown has minified them: what files export to each other keeps its short
 * name, instead of a second one, and a dynamic import returns its module as it is. That is one of the hundred KB that
 * come before the message box of the chat area works.
 */

/** Part of the hash of every file, because the other files must fetch those that were made by the same rules. */
const rules = 'browser-chunks-1';

/** A node of the syntax tree, as far as it is used here. */
type Node = {
  type: string;
  start: number;
  end: number;
  source?: { value: string } | null;
  declaration?: Node | null;
  specifiers?: Specifier[];
};

type Name = { name?: string; value?: string };

type Specifier = { imported?: Name; local: Name; exported?: Name };

type Chunk = {
  type: string;
  code: string;
  fileName: string;
  imports: string[];
  dynamicImports: string[];
  isEntry: boolean;
};

type Parse = (code: string) => unknown;

/** The new names of a file's exports, by the old ones. */
type Names = ReadonlyMap<string, string>;

/** The plugin for Vite. It changes the code for browsers only. */
export function browserChunks() {
  return {
    name: 'dolores:browser-chunks',
    applyToEnvironment: ({ name }: { name: string }): boolean => name === 'client',
    augmentChunkHash: (): string => rules,
    generateBundle: {
      order: 'post' as const,
      handler(this: { parse: Parse }, _: object, bundle: Readonly<Record<string, Chunk>>): void {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        shortenChunks(chunks, (code) => (this.parse(code) as { body: Node[] }).body);
      },
    },
  };
}

/** Changes the code of the files. */
function shortenChunks(chunks: readonly Chunk[], parse: (code: string) => readonly Node[]): void {
  const whole = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  const parsed = chunks.map((chunk) => {
    const keepsNames = chunk.isEntry || whole.has(chunk.fileName);
    // Most files are grammars of colours, which import nothing.
    const body = keepsNames && chunk.imports.length === 0 ? [] : parse(chunk.code);
    return { chunk, body, names: keepsNames ? undefined : findNames(body) };
  });
  const byFile = new Map(parsed.map(({ chunk, names }) => [nameOf(chunk.fileName), names]));
  for (const { body } of parsed) {
    for (const { type, source, specifiers = [] } of body) {
      // A whole module is an object with the old names.
      const isWhole = !specifiers.every(({ imported, exported }) => imported ?? exported);
      if (source && (isWhole || type === 'ExportAllDeclaration')) {
        byFile.delete(nameOf(source.value));
      }
    }
  }
  for (const { chunk, body } of parsed) {
    const own = byFile.get(nameOf(chunk.fileName));
    const code = body.reduceRight((text, node) => rename(text, node, own, byFile), chunk.code);
    chunk.code = code.replace(wrappedImport, '()=>$3');
  }
}

/** Vite imports one name like this, so that a bundle leaves out the others. */
const wrappedImport =
  /async\(\)=>\{let\{([\w$]+):([\w$]+)\}=await (import\(`[^`]+`\));return\{\1:\2\}\}/g;

/** Returns the local names of exports, or `undefined` if the file also exports something that has none. */
function findNames(body: readonly Node[]): Names | undefined {
  const exporting = body.filter(({ type }) => type.startsWith('Export'));
  const isPlain = exporting.every(
    ({ type, source, declaration }) => type === 'ExportNamedDeclaration' && !source && !declaration,
  );
  if (!isPlain) return undefined;
  const specifiers = exporting.flatMap(({ specifiers: all = [] }) => all);
  return new Map(specifiers.map(({ exported, local }) => [textOf(exported), textOf(local)]));
}

/** Writes an import or export of a file with the new names. */
function rename(
  code: string,
  node: Node,
  own: Names | undefined,
  byFile: ReadonlyMap<string, Names | undefined>,
): string {
  const { type, start, end, source, specifiers = [] } = node;
  const write = (text: string): string => `${code.slice(0, start)}${text};${code.slice(end)}`;
  if (type === 'ExportNamedDeclaration' && own) {
    const locals = new Set(specifiers.map(({ local }) => textOf(local)));
    return write(`export{${[...locals].join(',')}}`);
  }
  const from = source ? byFile.get(nameOf(source.value)) : undefined;
  if (!source || !from || specifiers.length === 0) return code;
  const list = specifiers.map(({ imported, local, exported }) => {
    const name = textOf(imported ?? local);
    return withAlias(from.get(name) ?? name, textOf(exported ?? local));
  });
  return write(`${exportOrImport(type)}{${list.join(',')}}from"${source.value}"`);
}

function withAlias(name: string, alias: string): string {
  return name === alias ? name : `${name} as ${alias}`;
}

function exportOrImport(type: string): string {
  return type === 'ImportDeclaration' ? 'import' : 'export';
}

function textOf(name: Name | undefined): string {
  return name?.name ?? name?.value ?? '';
}

/** Returns the last segment of a path. All files are in one folder. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
