import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The text of source files by their path from the project’s folder. */
export type Sources = ReadonlyMap<string, string>;

export type Import = { from: string; to: string; typeOnly: boolean };

const project = fileURLToPath(new URL('../..', import.meta.url));
const sourceFile = /\.(ts|tsx|astro|mjs)$/;

/** Reads the source files below some folders. */
export function readSources(folders: readonly string[]): Sources {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(project, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile() || !sourceFile.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      sources.set(relative(project, file), readFileSync(file, 'utf8'));
    }
  }
  return sources;
}

/** By file and text, because each rule of the house looks at every file again. */
const imported = new Map<string, readonly Import[]>();

/** The imports of a file, dynamic ones included; `#` paths are resolved to `src/`, packages stay as they are. */
export function importsOf(file: string, text: string): readonly Import[] {
  const key = `${file} ${text}`;
  const imports = imported.get(key) ?? findImports(file, text);
  imported.set(key, imports);
  return imports;
}

/** The syntax trees of a file: one, or of an Astro file its front matter and its scripts. */
export function treesOf(file: string, text: string): ts.SourceFile[] {
  return scriptsOf(file, text).map((part) => parse(file, part));
}

function findImports(file: string, text: string): Import[] {
  const found: Import[] = [];
  for (const part of scriptsOf(file, text)) {
    const tree = parse(file, part);
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
        const { moduleSpecifier } = node;
        const typeOnly = ts.isImportDeclaration(node)
          ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
          : node.isTypeOnly;
        if (moduleSpecifier && ts.isStringLiteral(moduleSpecifier)) {
          found.push({ from: file, to: resolve(file, moduleSpecifier.text), typeOnly });
        }
      } else if (
        ts.isCallExpression(node) &&
        node.expression.kind === ts.SyntaxKind.ImportKeyword
      ) {
        const [argument] = node.arguments;
        if (argument && ts.isStringLiteral(argument)) {
          found.push({ from: file, to: resolve(file, argument.text), typeOnly: false });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

function scriptsOf(file: string, text: string): string[] {
  if (!file.endsWith('.astro')) return [text];
  const frontMatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
  return [frontMatter, ...scripts];
}

/** By text, for the same reason. */
const parsed = new Map<string, ts.SourceFile>();

function parse(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const key = `${kind} ${text}`;
  const tree =
    parsed.get(key) ?? ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  parsed.set(key, tree);
  return tree;
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (!specifier.startsWith('.')) return specifier;
  return join(file, '..', specifier);
}
