import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

type Validator = { validate: (text: string) => true | { err: { msg: string; line: number } } };

/** The XML parser that the maker of RSS brings along. */
const load = createRequire(fileURLToPath(import.meta.resolve('@astrojs/rss')));
const { XMLParser, XMLValidator } = load('fast-xml-parser') as {
  XMLValidator: Validator;
  XMLParser: new (options: object) => { parse: (text: string) => unknown };
};

/** Fails unless `text` is a well-formed document of XML 1.0 with nothing but the five entities that XML itself has. */
export function expectWellFormed(text: string): void {
  expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
  expect(XMLValidator.validate(text)).toBe(true);
  // The parser is lenient about these (productions 2, 14 and 68).
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);|#\d+;|#x[0-9a-fA-F]+;)/);
  expect(text).not.toMatch(/&#(?:x(?:[0-8bcBC]|[eE]|1[0-9a-fA-F])|[0-8]|1[124-9]|2\d|3[01]);/);
  expect(text.isWellFormed()).toBe(true);
}

/** The document as an object: attributes begin with `@`, elements named in `lists` are always lists. */
export function parseXml(text: string, lists: readonly string[] = []): unknown {
  const options = {
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    isArray: (name: string) => lists.includes(name),
  };
  return new XMLParser(options).parse(text);
}
