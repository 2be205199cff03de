import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '#i18n/areas.ts';
import { textsOf } from '#i18n/corrections.ts';
import { shippedCatalogue } from '#i18n/shipped.ts';
import type { Language } from '#domain/languages/languages.ts';

/** The texts of a language by `area.key`, or by `folder/file:line`. */
type PlacedTexts = ReadonlyMap<string, string>;

/** Returns the messages, mails, posts and policies of a language without values, code and link targets. */
export function readPlacedTexts(language: Language): PlacedTexts {
  return new Map([...messagesOf(language), ...documentsOf(language)]);
}

function messagesOf(language: Language): [string, string][] {
  return areas.flatMap((area) =>
    textsOf(shippedCatalogue(language, area)).map(([key, text]): [string, string] => [
      `${area}.${key}`,
      String(text).replaceAll(/\{\{\w+\}\}/g, '0'),
    ]),
  );
}

/** Leaves out code, the targets of links, and fields of the front matter that readers do not see. */
function linesOf(document: string): string[] {
  const withoutCode = document.replaceAll(/^ *```[\s\S]*?^ *```/gm, (code) =>
    code.replaceAll(/[^\n]/g, ''),
  );
  return withoutCode
    .split('\n')
    .map((line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)|^(?:tags|image):.*/g, ' '));
}

function documentsOf(language: Language): [string, string][] {
  const files = readdirSync('src/content', { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => file.endsWith('.md') && file.split('/')[1] === language);
  return own.flatMap((file) => {
    const name = file.replace(`/${language}/`, '/').replace(/\.md$/, '');
    const lines = linesOf(readFileSync(join('src/content', file), 'utf8'));
    return lines.map((line, index): [string, string] => [`${name}:${index + 1}`, line]);
  });
}
