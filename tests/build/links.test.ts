import { describe, expect, it } from 'vitest';
import { resolvePath } from '#domain/site/resolvePath.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type Tag, tagsOf } from '../setup/tags.ts';

const { manifest, origin: siteOrigin, pages } = await openBuiltSite();

/** Attributes that name an address. */
const addressAttributes = ['href', 'src', 'action', 'poster', 'component-url', 'renderer-url'];
/** Attributes that name other elements by their ids. */
const idAttributes = ['for', 'aria-labelledby', 'aria-controls', 'commandfor', 'popovertarget'];
/** Paths that the server answers in addition to the site. */
const serverPaths = [
  '/logout',
  '/auth/google',
  '/api/login/form',
  '/api/contact/form',
  '/api/product/code/form',
  '/api/open/form',
  '/api/withdrawals/form',
  '/api/cancellation/form',
];

/** Every address that a page names, with the first page that does. */
const addresses = new Map<string, { from: string; status: number }>();
const missingParts: string[] = [];
/** The ids of a page, by its path. */
const idsOfPages = new Map<string, ReadonlySet<string | undefined>>();
for (const { path, html, status } of pages) {
  const tags = tagsOf(html);
  for (const address of tags.flatMap(addressesOf)) {
    if (!addresses.has(address)) addresses.set(address, { from: path, status });
  }
  const ids = new Set(tags.map(({ attributes }) => attributes.get('id')));
  idsOfPages.set(path, ids);
  const missing = new Set(tags.flatMap(idsOf).filter((id) => !ids.has(id)));
  missingParts.push(...[...missing].map((id) => `#${id} on ${path}`));
}

describe('a link within the site', () => {
  it('leads straight to a page or file of the release', () => {
    const broken: string[] = [];
    for (const [address, { from, status }] of addresses) {
      const end = endOf(address);
      // The languages of an error page are error pages.
      if (end !== 'found' && end !== `answered with ${status}`) {
        broken.push(`${address} on ${from} is ${end}`);
      }
    }
    expect(broken.slice(0, 30)).toEqual([]);
  });

  it('names existing parts of the page', () => {
    expect(missingParts.slice(0, 30)).toEqual([]);
  });

  it('names existing parts of other pages', () => {
    const parts = [...addresses].flatMap(([address, { from }]) => {
      const { origin, pathname, hash } = new URL(address, siteOrigin);
      const ids = origin === siteOrigin && hash !== '' ? idsOfPages.get(pathname) : undefined;
      return ids === undefined ? [] : [{ link: `${address} on ${from}`, id: hash.slice(1), ids }];
    });
    expect(parts.length).toBeGreaterThan(30);
    const missing = parts.filter(({ ids, id }) => !ids.has(decodeURIComponent(id)));
    // This post is in English everywhere, and so are the names of its targets.
    const links = missing.map(({ link }) => link).filter((link) => !link.endsWith('odd-markup'));
    expect(links.slice(0, 30)).toEqual([]);
  });

  it('opens outside of the site only the operator’s sites and the licence of rankings', () => {
    const hosts = [...addresses.keys()].map((address) => new URL(address, siteOrigin).origin);
    expect(new Set(hosts)).toEqual(
      new Set([
        siteOrigin,
        'https://community.example.org',
        'https://creativecommons.org',
        'https://social.example.org',
      ]),
    );
  });
});

function addressesOf({ attributes }: Tag): string[] {
  return addressAttributes
    .map((name) => attributes.get(name) ?? '')
    .filter((address) => address !== '' && !/^(#|data:|mailto:|tel:)/.test(address));
}

function idsOf({ attributes }: Tag): string[] {
  const ids = idAttributes.flatMap((name) => attributes.get(name)?.split(/\s+/) ?? []);
  const fragment = /^#(.+)/.exec(attributes.get('href') ?? '')?.[1];
  return fragment === undefined ? ids : [...ids, decodeURIComponent(fragment)];
}

function endOf(address: string): string {
  const { origin, pathname, search } = new URL(address, siteOrigin);
  if (origin !== siteOrigin || serverPaths.includes(pathname)) return 'found';
  const answer = resolvePath(
    { path: pathname, search, storedLanguage: undefined, acceptedLanguages: undefined },
    { isServed: (path) => Object.hasOwn(manifest.files, path) },
  );
  // The bare origin belongs to no language: it leads to the visitor’s own.
  if (pathname === '/' && answer.kind === 'redirect') return 'found';
  if (answer.kind !== 'file') return answer.kind;
  const status = manifest.files[answer.path]?.status;
  return status === 200 ? 'found' : `answered with ${status}`;
}
