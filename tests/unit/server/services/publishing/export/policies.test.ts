import { describe, expect, it } from 'vitest';
import type { ExportedFile } from '#server/services/publishing/export/exportedSite.ts';
import {
  caddyPolicies,
  nginxPolicies,
  policiesOf,
} from '#server/services/publishing/export/policies.ts';

function page(name: string, policy: string, link?: string): ExportedFile {
  return {
    name,
    isPage: true,
    content: { kind: 'generated', text: '' },
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy, ...(link === undefined ? {} : { link }) },
  };
}

const fixed = [
  page('en', 'home'),
  page('de', 'home'),
  page('en/tags', 'lists'),
  page('en/categories', 'lists'),
  page('en/terms', 'lists'),
  page('de/chat', 'chat', '</_astro/a.js>; rel=modulepreload'),
];

function gpts(count: number): ExportedFile[] {
  return Array.from({ length: count }, (_, index) => {
    return page(`de/gpts/a-gpt-with-a-rather-long-name-of-sixty-characters-${index}`, 'gpt');
  });
}

/** Returns the value of the first rule for a file, as nginx finds it. */
function kindOf(files: readonly ExportedFile[], file: string): number | undefined {
  const { own } = policiesOf(files);
  for (const group of ['exceptions', 'kinds'] as const) {
    const index = own.findIndex((one) =>
      one[group].some((path) => new RegExp(`^${path}$`).test(file)),
    );
    if (index !== -1) return index;
  }
  return undefined;
}

describe('policies of kinds of pages', () => {
  it('do not grow and stay the same while pages come and go', () => {
    const [few, many] = [
      policiesOf([...fixed, ...gpts(2)]),
      policiesOf([...fixed, ...gpts(2_000)]),
    ];
    expect(many).toEqual(few);
    expect(nginxPolicies([many]).length).toBeLessThan(2_000);
    expect(caddyPolicies([many]).length).toBeLessThan(2_000);
  });

  it('use no path as a key of nginx, whose tables of keys have a fixed size', () => {
    const keys = nginxPolicies([policiesOf([...fixed, ...gpts(2)])])
      .split('\n')
      .filter((line) => line.includes('/gpts/'));
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^ {2}"~\^/);
  });

  it('hold for all languages, with the modules of a page', () => {
    const files = [...fixed, ...gpts(2)];
    const { common, own } = policiesOf(files);
    expect(common).toBe('lists');
    expect(own[kindOf(files, '/zh_TW/gpts/new/one.html') ?? -1]?.policy).toBe('gpt');
    expect(own[kindOf(files, '/fr/chat.html') ?? -1]).toMatchObject({
      policy: 'chat',
      modules: '</_astro/a.js>; rel=modulepreload',
    });
    expect(kindOf(files, '/en/tags.html')).toBeUndefined();
  });

  it('do not include a page that differs from the others of its kind', () => {
    const odd = page('de/gpts/c++ (odd)', 'other');
    const files = [...fixed, ...gpts(3), odd];
    const { own } = policiesOf(files);
    expect(own[kindOf(files, '/de/gpts/c++ (odd).html') ?? -1]?.policy).toBe('other');
    expect(own[kindOf(files, '/de/gpts/c++ (even).html') ?? -1]?.policy).toBe('gpt');
  });
});
