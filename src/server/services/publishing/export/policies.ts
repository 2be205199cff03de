import { createHash } from 'node:crypto';
import { type ExportedFile, hostFolder } from '#server/services/publishing/export/exportedSite.ts';

export type Policies = {
  version: string;
  /** The policy of most pages. */
  common: string;
  /** The files with other policies, by policy, as URL paths with `.html`. */
  own: Readonly<Record<string, readonly string[]>>;
};

/** Returns the policies of pages; web servers need only those that differ from the most frequent one. */
export function policiesOf(files: readonly ExportedFile[]): Policies {
  const byPolicy = new Map<string, string[]>();
  for (const file of files) {
    const policy = file.headers['content-security-policy'];
    if (policy === undefined) continue;
    const paths = byPolicy.get(policy) ?? [];
    byPolicy.set(policy, paths);
    paths.push(`/${file.name}${file.isPage ? '.html' : ''}`);
  }
  const [first, ...others] = [...byPolicy].toSorted(mostPagesFirst);
  const sorted = others.map(([policy, paths]) => [policy, paths.toSorted()] as const);
  const policies = { common: first?.[0] ?? '', own: Object.fromEntries(sorted) };
  const hash = createHash('sha256').update(JSON.stringify(policies));
  return { version: hash.digest('hex').slice(0, 12), ...policies };
}

/** Returns nginx configuration for its `http` block: maps `$dolores_version` and the file to `$dolores_policy`. */
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

/** Returns Caddy configuration that sends the policy header of files. */
export function caddyPolicies(known: readonly Policies[]): string {
  return known.map(caddyPoliciesOf).join('');
}

/** Returns the name of the file that marks the policy version of a tree. */
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

/** Escapes a path for a regular expression, because a plain path of Caddy would be a pattern. */
function literal(path: string): string {
  return path.replace(/[^\w/\u0080-\uffff-]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Quotes a text for both web servers. Policies contain neither variables nor `\\`, and only nginx gets paths here. */
function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function mostPagesFirst(
  [one, onePaths]: [string, string[]],
  [other, otherPaths]: [string, string[]],
): number {
  return otherPaths.length - onePaths.length || (one < other ? -1 : 1);
}
