import { wideEncoding } from '#server/services/attachments/reading/detectType.ts';

/** Control characters that no text has, and those that are none. Tabs, line breaks and page breaks are text. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const noText = /[\0-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** The text that may precede the first element of a document. */
const preamble = /^(?:\s+|<!--[^]*?-->|<\?[^]*?\?>)/;

const document = /^<(?:!doctype\s+(?:html|svg)|html|head|body|script|(?:svg:)?svg)\b/i;

const preambleCharacters = 20_000;

/**
 * The text in a file: UTF-8 or UTF-16, with or without a mark. `undefined` for anything with bytes or control characters
 * that no text has, and for documents in HTML and SVG, which are programs where a browser gets hold of them.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  return text === undefined || noText.test(text) || isDocument(text) ? undefined : text;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(wideEncoding(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isDocument(text: string): boolean {
  let rest = text.slice(0, preambleCharacters);
  for (;;) {
    const before = preamble.exec(rest)?.[0];
    if (before === undefined) return document.test(rest);
    rest = rest.slice(before.length);
  }
}
