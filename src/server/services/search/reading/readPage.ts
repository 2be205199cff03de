import { searchLimits } from '#domain/search/aiSearch.ts';
import type { PageReading, PageTask } from '#server/services/search/reading/pageReading.ts';

const titleCharacters = 300;

/** Control characters and noncharacters, which cannot be stored. */
// oxlint-disable-next-line no-control-regex -- they are removed
const unstorable = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Extracts title, text and date of a page. Returns `undefined` if there is no readable text. */
export async function readPage(task: PageTask): Promise<PageReading | undefined> {
  const bytes = new Uint8Array(Buffer.from(task.body, 'base64'));
  const read = await (await loadReader(task.contentType))(bytes, task.charset);
  if (!read) return undefined;
  const text = cleanText(read.text);
  if (text === '') return undefined;
  return { ...read, title: oneLine(read.title), text };
}

/** Returns the reader of a type of pages, after loading the library that it needs. */
export async function loadReader(
  contentType: string,
): Promise<(bytes: Uint8Array, charset: string) => Promise<PageReading | undefined>> {
  if (contentType === 'application/pdf') {
    const { readPdfPage } = await import('#server/services/search/reading/readPdfPage.ts');
    return readPdfPage;
  }
  if (contentType === 'text/plain') {
    return async (bytes, charset) => {
      const text = decode(bytes, charset);
      return text === undefined ? undefined : { title: '', text, date: null };
    };
  }
  const { readHtml } = await import('#server/services/search/reading/readHtml.ts');
  return async (bytes, charset) => {
    const html = decode(bytes, charset);
    return html === undefined ? undefined : readHtml(html);
  };
}

/** Returns `undefined` for a text with replacement characters: an answer must not cite broken words. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  const text = new TextDecoder(charset).decode(bytes);
  return text.includes('\ufffd') ? undefined : text;
}

function cleanText(text: string): string {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(unstorable, '')
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return plain.slice(0, searchLimits.textCharacters).toWellFormed();
}

function oneLine(title: string): string {
  const plain = title.replace(unstorable, '').replace(/\s+/g, ' ').trim();
  return plain.slice(0, titleCharacters).toWellFormed();
}
