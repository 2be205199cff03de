import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserPreloads } from '#builder/browserPreloads.ts';

type Helper = {
  __vitePreload: <Part>(load: () => Promise<Part>, files?: string[]) => Promise<Part>;
};

type Link = { rel?: string; href?: string; onload: () => void; onerror: () => void };

const { load, configEnvironment, generateBundle } = browserPreloads();

describe('the code that fetches a part', () => {
  const links: Link[] = [];

  afterEach(() => {
    vi.unstubAllGlobals();
    links.length = 0;
  });

  /** A new copy of the code, in a document that records its links. */
  async function open(): Promise<Helper> {
    vi.stubGlobal('document', {
      createElement: () => ({}),
      head: { append: (link: Link) => links.push(link) },
    });
    const code = `${load('\0vite/preload-helper.js')}// ${crypto.randomUUID()}`;
    return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Helper;
  }

  const part = () => Promise.resolve('part');

  it('fetches its files side by side, each once, and does not wait for code', async () => {
    const { __vitePreload: preload } = await open();
    expect(await preload(part)).toBe('part');
    expect(await preload(part, ['a/one.js', 'a/two.js'])).toBe('part');
    await preload(part, ['a/two.js']);
    expect(links.map(({ rel, href }) => [rel, href])).toEqual([
      ['modulepreload', '/a/one.js'],
      ['modulepreload', '/a/two.js'],
    ]);
  });

  it('waits for styles, and fetches one that failed again', async () => {
    const { __vitePreload: preload } = await open();
    const failed = preload(part, ['a/one.css']);
    links[0]?.onerror();
    await expect(failed).rejects.toThrow('a/one.css');
    const loading = vi.fn(part);
    const again = preload(loading, ['a/one.css']);
    await Promise.resolve();
    expect(loading).not.toHaveBeenCalled();
    links[1]?.onload();
    expect(await again).toBe('part');
  });
});

it('names only files that have not arrived with the code that imports the part', () => {
  generateBundle.handler({}, { 'chat.js': { imports: ['shared.js'] }, 'shared.js': {} });
  const { resolveDependencies } = configEnvironment('client')?.build.modulePreload ?? {};
  const files = ['part.js', 'shared.js', 'other.js', 'chat.js'];
  expect(resolveDependencies?.('part.js', files, { hostId: 'chat.js' })).toEqual([
    'part.js',
    'other.js',
  ]);
  expect(configEnvironment('prerender')).toBeUndefined();
});
