import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { PageReading } from '#server/services/search/reading/pageReading.ts';

/** Pages of a PDF that are read, from the first one on. */
const mostPages = 60;

/** Takes the text out of a PDF. Throws what the library throws for broken ones. */
export async function readPdfPage(bytes: Uint8Array): Promise<PageReading | undefined> {
  const document = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  if (document.numPages > mostPages) return undefined;
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  const title: unknown = info['Title'];
  const made = /^D:(\d{4})(\d{2})(\d{2})/.exec(
    String(info['ModDate'] ?? info['CreationDate'] ?? ''),
  );
  return {
    title: typeof title === 'string' ? title : '',
    text: text.join('\n\n'),
    date: made ? `${made[1]}-${made[2]}-${made[3]}` : null,
  };
}
