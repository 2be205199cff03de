import { searchLimits } from '#domain/aiSearch.ts';
import type { PageReading, PageTask } from '#server/services/search/reading/pageReading.ts';

const titleCharacters = 300;

/** Control characters and noncharacters, which cannot be stored. */
// oxlint-disable-next-line no-control-regex -- they are removed
const unstorable = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Extracts title, text and date of a page. Returns `undefined` if there is no readable text. */
export async function readPage(task: PageTask): Promise<PageReading | undefined> {
  const bytes = new Uint8Array(Buffer.from(task.body, 'base64'));
  const read = await readByType(task, bytes);
  if (!read) return undefined;
  const text = cleanText(read.text);
  if (text === '') return undefined;
  return { ...read, title: oneLine(read.title), text };
}

/** Loads the libraries that these pages need, and no others. */
export async function loadLibraries(tasks: readonly PageTask[]): Promise<void> {
  const isPdf = (task: PageTask) => task.contentType === 'application/pdf';
  const isHtml = (task: PageTask) => !isPdf(task) && task.contentType !== 'text/plain';
  if (tasks.some(isPdf)) await loadPdfReader();
  if (tasks.some(isHtml)) await loadHtmlReader();
}

async function readByType(
  { contentType, charset }: PageTask,
  bytes: Uint8Array,
): Promise<PageReading | undefined> {
  if (contentType === 'application/pdf') return (await loadPdfReader()).readPdfPage(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  if (contentType === 'text/plain') return { title: '', text, date: null };
  return (await loadHtmlReader()).readHtml(text);
}

const loadPdfReader = () => import('#server/services/search/reading/readPdfPage.ts');
const loadHtmlReader = () => import('#server/services/search/reading/readHtml.ts');

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
