import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ManifestContent, nameRelease, packContent, releaseText } from '#release/manifest.ts';
import { ManifestBuilder } from '#release/manifestBuilder.ts';
import { StoredRelease } from '#release/storedRelease.ts';

/** Few paths, so that two sites have some in common. */
const path = fc
  .tuple(fc.constantFrom('a', 'b', 'c%2F', 'z'), fc.constantFrom('', '/page', '/0', '~x'))
  .map(([first, rest]) => `/${first}${rest}`);
const site = fc.dictionary(path, fc.record({ content: fc.nat(3), headers: fc.nat(2) }));
const headers = [{}, { 'cache-control': 'no-cache' }, { link: '</m.js>; rel="x", </{n}>' }];

type Site = Record<string, { content: number; headers: number }>;

function build(files: Site, before?: StoredRelease, same: Site = {}): ManifestBuilder {
  const builder = new ManifestBuilder(before);
  for (const [at, { content, headers: set }] of Object.entries(files)) {
    const known = same[at];
    if (known?.content === content && known.headers === set) builder.take(at);
    else {
      const file = { hash: `${content}`.repeat(64), type: 'text/html; charset=utf-8', status: 200 };
      builder.add(at, file, headers[set] ?? {});
    }
  }
  return builder;
}

function store(files: Site): StoredRelease {
  const packed = build(files).pack();
  return new StoredRelease(releaseText(nameRelease(packed, new Date(0)), packed).toString());
}

it('makes the same release from another one as from nothing', () => {
  fc.assert(
    fc.property(site, site, (earlier, now) => {
      const before = store(earlier);
      const whole = build(now).pack();
      expect(build(now, before, earlier).pack().json.toString()).toBe(whole.json.toString());
      const content = JSON.parse(whole.json.toString()) as ManifestContent;
      expect(packContent(content).digest).toBe(whole.digest);
    }),
  );
});

it('reads only the served fields of a stored release', () => {
  fc.assert(
    fc.property(site, (files) => {
      const release = store(files);
      const { digest } = build(files).pack();
      expect([...release.entries()].map(([at]) => at)).toEqual(Object.keys(files).toSorted());
      expect(release.digest()).toBe(digest);
      expect([...build(files).hashes()].toSorted()).toEqual(
        Object.values(files)
          .map(({ content }) => `${content}`.repeat(64))
          .toSorted(),
      );
    }),
  );
});

it('refuses a release that is cut off, and a path twice', () => {
  const packed = build({ '/a': { content: 1, headers: 1 } }).pack();
  const text = releaseText(nameRelease(packed, new Date(0)), packed).toString();
  for (let end = 0; end < text.length; end += 1) {
    expect(() => new StoredRelease(text.slice(0, end))).toThrow();
  }
  const builder = new ManifestBuilder(new StoredRelease(text));
  builder.take('/a');
  expect(() => builder.take('/a')).toThrow('Two files of the site want the path /a');
  expect(() => builder.take('/b')).toThrow('The release before does not have /b');
});
