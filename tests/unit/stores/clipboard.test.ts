import { afterEach, expect, it, vi } from 'vitest';
import { copyToClipboard } from '#stores/browser/clipboard.ts';

/** A browser that has the given clipboard, and whose copy command asks the page for the content if `allowsCommand`. */
function browserWith(clipboard: object | undefined, allowsCommand: boolean) {
  const copied = new Map<string, string>();
  const listeners = new Map<string, (event: object) => void>();
  const field = { select: vi.fn(), remove: vi.fn() };
  vi.stubGlobal('navigator', { clipboard });
  vi.stubGlobal('getSelection', () => null);
  vi.stubGlobal('HTMLElement', Array);
  vi.stubGlobal('document', {
    addEventListener: (name: string, listen: (event: object) => void) =>
      listeners.set(name, listen),
    removeEventListener: (name: string) => listeners.delete(name),
    querySelector: () => null,
    createElement: () => field,
    body: { append: vi.fn() },
    execCommand: () => {
      if (!allowsCommand) return false;
      const clipboardData = { setData: (type: string, text: string) => copied.set(type, text) };
      listeners.get('copy')?.({ clipboardData, preventDefault: vi.fn() });
      return true;
    },
  });
  return { copied, field };
}

const answer = { text: '**a**', html: async () => '<strong>a</strong>' };

afterEach(() => vi.unstubAllGlobals());

it('copies Markdown and HTML of a text in one item', async () => {
  const items: Record<string, unknown>[] = [];
  vi.stubGlobal('ClipboardItem', function ClipboardItem(this: object, item: object) {
    Object.assign(this, item);
  });
  browserWith(
    { write: async (written: Record<string, unknown>[]) => items.push(...written) },
    false,
  );
  expect(await copyToClipboard(answer)).toBe(true);
  const [item = {}] = items;
  const html = await Promise.resolve(item['text/html']);
  expect(await (html as Blob).text()).toBe('<strong>a</strong>');
  expect(await (item['text/plain'] as Blob).text()).toBe('**a**');
});

it('copies plain text in browsers without items', async () => {
  const writeText = vi.fn(async () => undefined);
  browserWith({ writeText }, false);
  expect(await copyToClipboard(answer)).toBe(true);
  expect(writeText).toHaveBeenCalledWith('**a**');
});

it.for([
  ['is missing', undefined],
  ['is not allowed', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
] as const)(
  'copies by the command of the browser where the clipboard %s',
  async ([, clipboard]) => {
    const { copied, field } = browserWith(clipboard, true);
    expect(await copyToClipboard(answer)).toBe(true);
    expect(Object.fromEntries(copied)).toEqual({
      'text/plain': '**a**',
      'text/html': '<strong>a</strong>',
    });
    expect(field.remove).toHaveBeenCalledOnce();
  },
);

it('returns false if the browser allows neither', async () => {
  browserWith(undefined, false);
  expect(await copyToClipboard(answer)).toBe(false);
});
