import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { PageReading } from '#server/services/search/reading/pageReading.ts';

/** Most pages of a PDF; a longer one is not read. */
const mostPages = 60;

/** Extracts the text of a PDF. Throws the library's error for broken files. */
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
  const dated = /^D:(\d{4})(\d{2})(\d{2})/.exec(
    String(info['ModDate'] ?? info['CreationDate'] ?? ''),
  );
  return {
    title: typeof title === 'string' ? title : '',
    text: text.join('\n\n'),
    date: dated ? `${dated[1]}-${dated[2]}-${dated[3]}` : null,
  };
}
