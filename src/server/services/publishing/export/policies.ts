import { createHash } from 'node:crypto';
import { type ExportedFile, hostFolder } from '#server/services/publishing/export/exportedSite.ts';

/** The content security policies of an exported site. */
export type Policies = {
  /** Names this set. */
  version: string;
  /** Of most pages. */
  common: string;
  /** The others: policy → the files that have it, as URL paths with `.html`. */
  own: Readonly<Record<string, readonly string[]>>;
};

/** The policies of pages, gathered so that a web server needs to know only the few that differ from most. */
export function policiesOf(files: readonly ExportedFile[]): Policies {
  const byPolicy = new Map<string, string[]>();
  for (const file of files) {
    const policy = file.headers['content-security-policy'];
    if (policy === undefined) continue;
    const paths = byPolicy.get(policy) ?? [];
    byPolicy.set(policy, paths);
    paths.push(`/${file.place}${file.isPage ? '.html' : ''}`);
  }
  const [first, ...others] = [...byPolicy].toSorted(mostPagesFirst);
  const sorted = others.map(([policy, paths]) => [policy, paths.toSorted()] as const);
  const policies = { common: first?.[0] ?? '', own: Object.fromEntries(sorted) };
  const hash = createHash('sha256').update(JSON.stringify(policies));
  return { version: hash.digest('hex').slice(0, 12), ...policies };
}

/** For nginx, among its `http` settings: `$dolores_policy` from `$dolores_version` and the file. */
export function nginxPolicies(known: readonly Policies[]): string {
  const common = known.map(({ version, common: policy }) => `  ${version} ${quote(policy)};`);
  const own = known.flatMap(({ version, own: policies }) =>
    Object.entries(policies).flatMap(([policy, paths]) =>
      paths.map((path) => `  ${quote(`${version}${path}`)} ${quote(policy)};`),
    ),
  );
  return [
    `map $dolores_version $dolores_common_policy {`,
    `  volatile;\n  default "";`,
    ...common,
    `}`,
    `map $dolores_version$uri $dolores_own_policy {`,
    `  volatile;\n  default "";`,
    ...own,
    `}`,
    '',
  ].join('\n');
}

/** For nginx, within the server: which set of policies the tree has that answers this request. */
export function nginxVersions(known: readonly Policies[]): string {
  const tests = known.map(
    ({ version }) =>
      `if (-f $dolores_tree/${policyFile(version)}) { set $dolores_version ${version}; }\n`,
  );
  return `set $dolores_version "";\n${tests.join('')}`;
}

/** For Caddy, before it looks for a file: as for nginx. */
export function caddyVersions(known: readonly Policies[]): string {
  const tests = known.map(
    ({ version }) =>
      `@dolores_has_${version} file /${policyFile(version)}\n` +
      `vars @dolores_has_${version} {\n  dolores_known yes\n  dolores_version ${version}\n}\n`,
  );
  return tests.join('');
}

/** For Caddy, where it answers a file: its header. */
export function caddyPolicies(known: readonly Policies[]): string {
  return known.map(caddyPoliciesOf).join('');
}

/** Where a tree says which policies its pages have. */
export function policyFile(version: string): string {
  return `${hostFolder}/policies/${version}`;
}

function caddyPoliciesOf({ version, common, own }: Policies): string {
  const parts = Object.entries(own).map(([policy, paths], index) => {
    const name = `@dolores_${version}_${index}`;
    return (
      `${name} {\n  vars dolores_version ${version}\n  path_regexp ^(?:${paths.map(literal).join('|')})$\n}\n` +
      `header ${name} Content-Security-Policy ${quote(policy)}\n`
    );
  });
  return (
    `@dolores_${version} {\n  vars dolores_version ${version}\n  path *.html\n}\n` +
    `header @dolores_${version} Content-Security-Policy ${quote(common)}\n${parts.join('')}`
  );
}

/** As a regular expression; a path of Caddy would be a pattern. */
function literal(path: string): string {
  return path.replace(/[^\w/\u0080-\uffff-]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Both web servers read `"` alike. Neither variables nor `\\` stand in policies, and nginx alone has paths here. */
function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function mostPagesFirst(
  [one, onePaths]: [string, string[]],
  [other, otherPaths]: [string, string[]],
): number {
  return otherPaths.length - onePaths.length || (one < other ? -1 : 1);
}
