import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const hydrated: unknown[] = [];
const { window, document } = parseHTML('<html><body></body></html>');

const component = moduleOf('export const Part = "the part"');
const renderer = moduleOf('export default () => (part, props) => hydrated.push([part, props])');

beforeAll(async () => {
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLElement', window.HTMLElement);
  vi.stubGlobal('Event', window.Event);
  vi.stubGlobal('customElements', window.customElements);
  vi.stubGlobal('hydrated', hydrated);
  vi.stubGlobal('Astro', {
    now: async (load: () => Promise<() => Promise<void>>) => (await load())(),
  });
  Object.defineProperty(document, 'readyState', { value: 'loading' });
  await import('#islands/rendering/island.ts');
});
beforeEach(() => void hydrated.splice(0));
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the element of islands', () => {
  it('hydrates its component with the props that Astro has written', async () => {
    const props = {
      name: [0, 'A'],
      none: [0],
      list: [
        1,
        [
          [0, 1],
          [0, { deep: [0, null] }],
        ],
      ],
    };
    const island = addIsland({ props: JSON.stringify(props) }, '<!--astro:end-->');
    await vi.waitFor(() => expect(island.hasAttribute('ssr')).toBe(false));
    expect(hydrated).toEqual([
      ['the part', { name: 'A', none: undefined, list: [1, { deep: null }] }],
    ]);
  });

  it('waits until its HTML has arrived', async () => {
    const island = addIsland({}, '<p>The first half</p>');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hydrated).toEqual([]);
    island.append(document.createComment('astro:end'));
    await vi.waitFor(() => expect(hydrated).toHaveLength(1));
  });

  it('asks twice for its code, then reports that it cannot be fetched', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const island = addIsland({ 'component-url': moduleOf('throw new Error("away")') }, '');
    const dispatch = vi.spyOn(island, 'dispatchEvent').mockReturnValue(true);
    await vi.waitFor(() => expect(dispatch).toHaveBeenCalledOnce(), 3_000);
    expect(dispatch.mock.lastCall?.[0].type).toBe('astro:hydration-error');
    expect(error).toHaveBeenCalledOnce();
    expect(island.hasAttribute('ssr')).toBe(true);
    error.mockRestore();
  });
});

function addIsland(attributes: Record<string, string>, html: string): Element {
  const island = document.createElement('astro-island');
  const usual = {
    client: 'now',
    opts: '{}',
    props: '{}',
    ssr: '',
    'component-url': component,
    'component-export': 'Part',
    'renderer-url': renderer,
  };
  for (const [name, value] of Object.entries({ ...usual, ...attributes })) {
    island.setAttribute(name, value);
  }
  island.innerHTML = html;
  document.body.append(island);
  return island;
}

function moduleOf(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}//`;
}
