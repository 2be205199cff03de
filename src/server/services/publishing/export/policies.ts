import { createHash } from 'node:crypto';
import { languages } from '#domain/languages/languages.ts';
import { type ExportedFile, hostFolder } from '#server/services/publishing/export/exportedSite.ts';
import { parseChecked, parseTrusted } from '#domain/json.ts';
import * as z from 'zod/mini';

const texts = z.readonly(z.array(z.string()));

const ownHeaders = z.object({
  policy: z.string(),
  /** The header `Link`: modules that a browser loads early. May be empty. */
  modules: z.string(),
  /** Regular expressions of files, as URL paths with `.html`. */
  kinds: texts,
  /** Those of single pages that differ from others of their kind. */
  exceptions: texts,
});

/** The headers of pages, by kind of page: web servers need a rule of each kind, not of each page. */
const policies = z.object({
  version: z.string(),
  /** The policy of most kinds of pages. */
  common: z.string(),
  /** The headers of other kinds of pages, and of single pages. */
  own: z.readonly(z.array(ownHeaders)),
});

export type Policies = z.output<typeof policies>;

type Pair = { policy: string; modules: string };
type Rules = { kinds: string[]; exceptions: string[] };

const anyLanguage = `(?:${languages.join('|')})`;
const prefixed = new RegExp(`^/${anyLanguage}(?=[/.])`);

/** Returns the policies of pages. They stay the same while pages of known kinds come and go. */
export function policiesOf(files: readonly ExportedFile[]): Policies {
  const byKind = new Map<string, Map<string, string[]>>();
  for (const file of files) {
    const policy = file.headers['content-security-policy'];
    if (policy === undefined) continue;
    const path = `/${file.name}${file.isPage ? '.html' : ''}`;
    const modules = file.headers['link'] ?? '';
    addTo(byKind, kindOf(path), JSON.stringify({ policy, modules } satisfies Pair), path);
  }
  const rules = rulesOf(byKind);
  const ranked = [...rules].toSorted(mostKindsFirst);
  const common = pairOf(ranked[0]?.[0])?.policy ?? '';
  const own = [...rules].toSorted(byText).flatMap(([key, { kinds, exceptions }]) => {
    const pair = pairOf(key);
    if (!pair || (pair.policy === common && pair.modules === '' && !exceptions.length)) return [];
    return [{ ...pair, kinds: kinds.toSorted(), exceptions: exceptions.toSorted() }];
  });
  const content = { common, own };
  const hash = createHash('sha256').update(JSON.stringify(content));
  return { version: hash.digest('hex').slice(0, 12), ...content };
}

/** Returns stored policies without those of versions that wrote them in another form. */
export function parsePolicies(text: string, file: string): Policies[] {
  const stored = parseChecked(z.array(z.unknown()), text, file);
  return stored.flatMap((one) => policies.safeParse(one).data ?? []);
}

/**
 * Returns nginx configuration for its `http` block: maps `$dolores_version` and the file to the policy and the modules of
 * its kind. Paths are regular expressions: nginx keeps other keys in a table whose size the operator would have to set.
 */
export function nginxPolicies(known: readonly Policies[]): string {
  const kinds = known.flatMap(({ version, own }) => {
    const linesOf = (group: 'exceptions' | 'kinds') =>
      own.flatMap((one, index) =>
        one[group].map((path) => `${quote(`~^${version}${path}$`)} ${version}-${index}`),
      );
    // The first match counts.
    return [...linesOf('exceptions'), ...linesOf('kinds')];
  });
  const valuesOf = (name: 'policy' | 'modules') =>
    known.flatMap(({ version, own }) =>
      own
        .map((one, index) => ({ value: one[name], key: `${version}-${index}` }))
        .filter(({ value }) => value !== '')
        .map(({ value, key }) => `${key} ${quote(value)}`),
    );
  return [
    nginxMap(
      '$dolores_version $dolores_common_policy',
      known.map(({ version, common }) => `${version} ${quote(common)}`),
    ),
    nginxMap('$dolores_version$uri $dolores_kind', kinds),
    nginxMap('$dolores_kind $dolores_own_policy', valuesOf('policy')),
    nginxMap('$dolores_kind $dolores_modules', valuesOf('modules')),
  ].join('');
}

/** Returns nginx configuration for its `server` block: detects the policy version of the served tree. */
export function nginxVersions(known: readonly Policies[]): string {
  const tests = known.map(
    ({ version }) =>
      `if (-f $dolores_tree/${policyFile(version)}) { set $dolores_version ${version}; }\n`,
  );
  return `set $dolores_version "";\n${tests.join('')}`;
}

/** Returns Caddy configuration that detects the policy version, as for nginx. */
export function caddyVersions(known: readonly Policies[]): string {
  const tests = known.map(
    ({ version }) =>
      `@dolores_has_${version} file /${policyFile(version)}\n` +
      `vars @dolores_has_${version} {\n  dolores_known yes\n  dolores_version ${version}\n}\n`,
  );
  return tests.join('');
}

/** Returns Caddy configuration that sends the headers of pages. */
export function caddyPolicies(known: readonly Policies[]): string {
  return known.map(caddyPoliciesOf).join('');
}

/** Returns the name of the file that marks the policy version of a tree. */
export function policyFile(version: string): string {
  return `${hostFolder}/policies/${version}`;
}

function caddyPoliciesOf({ version, common, own }: Policies): string {
  const partsOf = (group: 'exceptions' | 'kinds') =>
    own.map(({ policy, modules, ...rules }, index) => {
      if (rules[group].length === 0) return '';
      const name = `@dolores_${version}_${index}_${group}`;
      // Caddy removes headers last, so that a rule of a kind must not remove what an exception sets.
      const without = group === 'exceptions' ? `header ${name} -Link\n` : '';
      const link = modules === '' ? without : `header ${name} Link ${quote(modules)}\n`;
      return (
        `${name} {\n  vars dolores_version ${version}\n  path_regexp ^(?:${rules[group].join('|')})$\n}\n` +
        `header ${name} Content-Security-Policy ${quote(policy)}\n${link}`
      );
    });
  return (
    `@dolores_${version} {\n  vars dolores_version ${version}\n  path *.html\n}\n` +
    `header @dolores_${version} Content-Security-Policy ${quote(common)}\n` +
    // The last match counts.
    [...partsOf('kinds'), ...partsOf('exceptions')].join('')
  );
}

function nginxMap(variables: string, lines: readonly string[]): string {
  const inside = ['volatile', 'default ""', ...lines].map((line) => `  ${line};\n`);
  return `map ${variables} {\n${inside.join('')}}\n`;
}

/** Returns the rules for each pair of headers: most pages of a kind decide about it, and the others are exceptions. */
function rulesOf(byKind: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>) {
  const rules = new Map<string, Rules>();
  const rulesFor = (key: string): Rules => {
    const found = rules.get(key) ?? { kinds: [], exceptions: [] };
    rules.set(key, found);
    return found;
  };
  for (const [kind, byPair] of byKind) {
    const [main, ...others] = [...byPair].toSorted(mostPagesFirst);
    if (main) rulesFor(main[0]).kinds.push(kind);
    for (const [pair, paths] of others) rulesFor(pair).exceptions.push(...paths.map(literal));
  }
  return rules;
}

/** Returns the kind of a page as a regular expression: any language, its area, and everything in that. */
function kindOf(path: string): string {
  const language = prefixed.exec(path)?.[0];
  const rest = language === undefined ? path : path.slice(language.length);
  const start = language === undefined ? '' : `/${anyLanguage}`;
  const [, area, inside] = /^(\/[^/]+\/)(.+)$/.exec(rest) ?? [];
  if (area === undefined || inside === undefined) return start + literal(rest);
  return `${start}${literal(area)}.+${literal('.html')}`;
}

function addTo(
  byKind: Map<string, Map<string, string[]>>,
  kind: string,
  pair: string,
  path: string,
): void {
  const byPair = byKind.get(kind) ?? new Map<string, string[]>();
  byKind.set(kind, byPair);
  const paths = byPair.get(pair) ?? [];
  byPair.set(pair, paths);
  paths.push(path);
}

function pairOf(key: string | undefined): Pair | undefined {
  return key === undefined ? undefined : parseTrusted<Pair>(key);
}

/** Escapes a path for a regular expression of both web servers. */
function literal(path: string): string {
  return path.replace(/[^\w/\u0080-\uffff-]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Quotes a text for both web servers. Neither policies nor links contain variables. */
function quote(text: string): string {
  return `"${text.replace(/"/g, '\\"')}"`;
}

function mostKindsFirst([one, first]: [string, Rules], [other, second]: [string, Rules]): number {
  return second.kinds.length - first.kinds.length || (one < other ? -1 : 1);
}

function mostPagesFirst(
  [one, onePaths]: [string, readonly string[]],
  [other, otherPaths]: [string, readonly string[]],
): number {
  return otherPaths.length - onePaths.length || (one < other ? -1 : 1);
}

function byText([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
