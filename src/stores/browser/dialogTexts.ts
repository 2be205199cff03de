import { parseTrusted } from '#domain/json.ts';

type Texts = Readonly<Record<string, string>>;

let loading: Promise<void> | undefined;

/**
 * Loads the texts of the dialogs into the block `page-text` of the page, which names their file. Resolves at once on a page
 * that carries them. Rejects when they cannot be loaded; the next call tries again.
 */
export function loadDialogTexts(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const block = document.getElementById('page-text');
  const source = block?.dataset['src'];
  if (!block || source === undefined) return;
  const response = await fetch(source);
  const { messages, ...rest } = parseTrusted<{ messages: Texts }>(block.textContent);
  const all = { ...messages, ...parseTrusted<Texts>(await response.text()) };
  block.textContent = JSON.stringify({ ...rest, messages: all });
}
