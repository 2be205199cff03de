import ts from 'typescript';
import type { Violation } from './fences.ts';
import { type Sources, importsOf, treesOf } from './sources.ts';

const ledgerRooms =
  /^src\/server\/(services\/credits\/|db\/queries\/(ledger|lots)\.ts$|db\/schema\/|db\/migrations\/)/;

const ledgerWrites = [
  /\b(insert into|update|delete from|truncate)\s+"?(credit_balance|credit_lot|credit_refund|ledger_entry|ledger_part)\b/i,
  /\.(insert|update|delete)\(\s*(creditBalance|creditLot|creditRefund|ledgerEntry|ledgerPart)\b/,
];

/** Files that write to the tables of the ledger and are not the ledger, and files of the ledger that notify. */
export function ledgerViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    const isLedger = ledgerRooms.test(file);
    if (!isLedger) {
      const writes = ledgerWrites.some((write) => write.test(text));
      return writes ? [`${file} writes to the ledger`] : [];
    }
    return /\bpg_notify\b|\bnotify[\s(]/i.test(text) ? [`${file} notifies`] : [];
  });
}

const limitsRoom = 'src/server/services/limits/';
const limitQueries = 'src/server/db/queries/rateLimits.ts';
/** Counts a question in the statement that reads its sender. */
const senderQueries = 'src/server/db/queries/senders.ts';

/** Files that count in the table of rate limits, or use its package, and are not the folder of limits. */
export function limiterViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    if (file.startsWith(limitsRoom) || file === limitQueries) return [];
    const writes = /\b(insert into|update|delete from|truncate)\s+"?rate_limit\b/i.test(text);
    const calls = file !== senderQueries && /\b(addToCounts?|addUses)\(/.test(text);
    const uses = importsOf(file, text).some(({ to }) => to.startsWith('rate-limiter-flexible'));
    return writes || calls || uses ? [`${file} counts by itself`] : [];
  });
}

const dataRoom = 'src/server/db/';

/** Ways to send a whole statement of SQL past Drizzle's builder. */
const rawStatements = [
  /\.execute(<[^;()]*>)?\(/,
  /\b(pool|client|database)\.query(<[^;()]*>)?\(\s*[`'"]/,
  /\btext:\s*[`'"]\s*(select|insert|update|delete|with|truncate|lock)\b/i,
];

/** Files of the server outside of `db/` that send whole statements of SQL, or the tools to prepare them. */
export function rawSqlViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('src/server/') || file.startsWith(dataRoom)) return [];
    const sends = rawStatements.some((raw) => raw.test(text));
    const prepares = importsOf(file, text).some(
      ({ to, typeOnly }) => !typeOnly && /server\/db\/(statement|batchedRead)\.ts$/.test(to),
    );
    return sends || prepares ? [`${file} has raw SQL`] : [];
  });
}

/** Calls of the query builder in whose arguments Drizzle keeps the table of a column. */
const qualifyingCalls = /^(where|set|values|having|groupBy|orderBy|\w*[jJ]oin)$/;

/**
 * Files of the server with a column of a table in a subquery that may become part of `select` or `returning`. Drizzle
 * leaves the table out there, and the column is read from the inner table. `qualified(column)` keeps it.
 */
export function strippedColumnViolations(sources: Sources): Violation[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('src/server/') || !/\(\s*select\b/i.test(text)) return [];
    return treesOf(file, text).flatMap((tree) => {
      const columns = columnReader(tree);
      return findTemplates(tree).flatMap((template) => {
        if (isQualified(template)) return [];
        return subqueryValues(template)
          .filter(columns)
          .map((column) => `${file} has ${column.getText(tree)} in a subquery`);
      });
    });
  });
}

function findTemplates(tree: ts.SourceFile): ts.TemplateExpression[] {
  const found: ts.TemplateExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(tree) === 'sql') {
      if (ts.isTemplateExpression(node.template)) found.push(node.template);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Whether a template is directly an argument of a call that keeps tables, or a whole statement. */
function isQualified(template: ts.Node): boolean {
  for (let node = template.parent; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isCallExpression(node)) continue;
    const { expression } = node;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
    if (qualifyingCalls.test(name) || name === 'execute') return true;
    if (name === 'select' || name === 'returning') return false;
  }
  return false;
}

/** Returns the values of a template that are inside of a subquery. */
function subqueryValues({ head, templateSpans }: ts.TemplateExpression): ts.Expression[] {
  let text = head.text;
  return templateSpans.flatMap(({ expression, literal }) => {
    const isInside = isInSubquery(text);
    text += `?${literal.text}`;
    return isInside ? [expression] : [];
  });
}

/** Whether a text of SQL ends between the parentheses of a `select`. */
function isInSubquery(text: string): boolean {
  const open: boolean[] = [];
  for (const [token] of text.matchAll(/\(\s*select\b|\(|\)/gi)) {
    if (token === ')') open.pop();
    else open.push(token.length > 1);
  }
  return open.includes(true);
}

/** Returns a test for expressions that are columns: `table.column`, or a name taken out of a table. */
function columnReader(tree: ts.SourceFile): (expression: ts.Expression) => boolean {
  const tables = new Set<string>();
  const columns = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportDeclaration(node) &&
      /db\/schema\//.test(node.moduleSpecifier.getText(tree)) &&
      node.importClause?.namedBindings &&
      ts.isNamedImports(node.importClause.namedBindings)
    ) {
      for (const { name } of node.importClause.namedBindings.elements) tables.add(name.text);
    }
    if (
      ts.isVariableDeclaration(node) &&
      ts.isObjectBindingPattern(node.name) &&
      node.initializer &&
      tables.has(node.initializer.getText(tree))
    ) {
      for (const { name } of node.name.elements) columns.add(name.getText(tree));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return (expression) =>
    ts.isPropertyAccessExpression(expression)
      ? tables.has(expression.expression.getText(tree))
      : ts.isIdentifier(expression) && columns.has(expression.text);
}
