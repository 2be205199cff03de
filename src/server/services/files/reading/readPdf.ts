import { readFile, writeFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { pdfMaxCharacters, pdfMaxPages } from '#domain/chat/attachments.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import type { ReadFile, ReadingTask } from '#server/services/files/reading/reading.ts';
import { UnreadableError } from '#server/services/files/reading/unreadableError.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Characters that are not text; PDFs whose fonts have no character table contain them. */
// oxlint-disable-next-line no-control-regex -- they are removed
const notText = /[\0-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Extracts the text of a PDF, page by page; the file itself is stored unchanged. Throws `UnreadableError`. */
export async function readPdf({ input, text: textPath }: ReadingTask): Promise<ReadFile> {
  const document = await openPdf(new Uint8Array(await readFile(input)));
  if (document.numPages === 0) throw new UnreadableError({ rule: 'damaged' });
  if (document.numPages > pdfMaxPages) {
    throw new UnreadableError({ rule: 'pages', most: pdfMaxPages });
  }
  const text = await textOf(document);
  await writeFile(textPath, text, { flag: 'wx', mode: 0o600 });
  return {
    type: 'application/pdf',
    file: 'input',
    width: null,
    height: null,
    pages: document.numPages,
    characters: text.length,
    tokens: estimateTokens(text),
  };
}

async function openPdf(data: Uint8Array): Promise<Document> {
  try {
    return await getDocumentProxy(data, {
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    });
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableError({ rule: isEncrypted ? 'encrypted' : 'damaged' });
  }
}

async function textOf(document: Document): Promise<string> {
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await textOfPage(document, number);
    characters += page.length;
    if (characters > pdfMaxCharacters) {
      throw new UnreadableError({ rule: 'characters', most: pdfMaxCharacters });
    }
    if (page !== '') pages.push(page);
  }
  return pages.join('\n\n');
}

async function textOfPage(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    .join('')
    .replace(notText, '')
    .toWellFormed()
    .trim();
}
