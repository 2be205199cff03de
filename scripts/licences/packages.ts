import { z } from 'zod';

/** A package that production installs. */
export type Package = {
  name: string;
  version: string;
  /** An SPDX expression, or `unknown`. */
  licence: string;
  /** The hash of its archive, such as `sha512-2938afa669f3`, shortened; `no hash` if the lockfile has none. */
  hash: string;
};

/** Licences under which the product may be given away and served. LGPL: libvips, which sharp loads as a library. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

const licences = z.array(
  z.union([
    z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
    z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
    z.object({ expression: z.string() }).transform(({ expression }) => expression),
  ]),
);

const list = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
      licenses: licences.default([]),
    }),
  ),
});

/** Returns the packages of a list in the form of CycloneDX, as `npm sbom` writes it. Throws on another text. */
export function packagesOf(cycloneDx: string): Package[] {
  return list.parse(JSON.parse(cycloneDx)).components.map(({ name, version, hashes, licenses }) => {
    const [hash] = hashes;
    const short = hash && `${hash.alg.replace('-', '').toLowerCase()}-${hash.content.slice(0, 12)}`;
    return {
      name,
      version,
      licence: licenses.join(' AND ') || 'unknown',
      hash: short ?? 'no hash',
    };
  });
}

/** Returns the packages with a licence that is not allowed. Of alternatives (`OR`), one must be; of others, all. */
export function refusedLicences(packages: readonly Package[]): Package[] {
  return packages.filter(({ licence }) => !isAllowed(licence));
}

function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((id) => allowed.has(id)));
}
