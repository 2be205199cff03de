import { wideEncoding } from '#server/services/attachments/reading/detectType.ts';

/** Control characters and noncharacters that texts do not have. Tabs, line breaks and page breaks are allowed. */
// oxlint-disable-next-line no-control-regex -- they are searched for
const binary = /[\0-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** Text that may precede the first element of a document. */
const preamble = /^(?:\s+|<!--[^]*?-->|<\?[^]*?\?>)/;

const document = /^<(?:!doctype\s+(?:html|svg)|html|head|body|script|(?:svg:)?svg)\b/i;

const preambleCharacters = 20_000;

/**
 * Decodes a text file in UTF-8 or UTF-16, with or without a byte order mark. Returns `undefined` for other bytes, for
 * control characters, and for HTML and SVG documents, which browsers could execute.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  return text === undefined || binary.test(text) || isDocument(text) ? undefined : text;
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
