import { hash } from 'node:crypto';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { readSnapshot } from '#catalog/readSnapshot.ts';
import type { AnySitePage } from '#catalog/sitePage.ts';
import type { SiteRoute } from '#catalog/sitePages.ts';
import { type Language, defaultLanguage, isLanguage, languages } from '#domain/languages.ts';
import { catalogueText } from '#i18n/catalogues.ts';

/** Makes digests of the views of pages. What several pages show is read once. */
export class Digester {
  readonly #known = new WeakMap<object, string>();

  /** The same for two pages exactly when they show the same under the same path. */
  digestOf(route: SiteRoute, { path, frame, content }: AnySitePage): string {
    return digest(`${route}\n${path}\n${this.#ofFrame(frame)}\n${this.#of(content)}`);
  }

  /** All pages have the same operator and menu, and the languages of a page the same picture. */
  #ofFrame(frame: Frame | null): string {
    if (frame === null) return '';
    const { operator, menu, image, ...own } = frame;
    return `${JSON.stringify(own)}\n${this.#of(operator)}\n${this.#of(menu)}\n${this.#of(image)}`;
  }

  /** Two levels deep, because lists share their entries and languages share their lists. */
  #of(value: object, depth = 0): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const made = digest(depth === 2 ? JSON.stringify(value) : this.#textOf(value, depth));
    this.#known.set(value, made);
    return made;
  }

  #textOf(value: object, depth: number): string {
    const part = (inner: unknown): string =>
      typeof inner === 'object' && inner !== null
        ? this.#of(inner, depth + 1)
        : (JSON.stringify(inner) ?? 'undefined');
    if (Array.isArray(value)) return `[${value.map(part).join(',')}]`;
    return Object.entries(value)
      .map(([key, inner]) => `${key}:${part(inner)}`)
      .join('\n');
  }
}

/** What else the pages of each language are made of: its messages, and the code that renders them. */
export function contextsOf(code: string): Readonly<Record<Language, string>> {
  const contexts = languages.map((language) => {
    return [language, digest(`${code}\n${catalogueText(language)}`)] as const;
  });
  return Object.fromEntries(contexts) as Record<Language, string>;
}

/** A digest of what all pages are made of: code, messages, the closed day, and what every frame has. */
export function worldOf(contexts: Readonly<Record<Language, string>>): string {
  const { closedDay } = readSnapshot();
  return digest(JSON.stringify([contexts, closedDay, frameOf(defaultLanguage, '/')]));
}

/** The language whose messages a page shows. */
export function contextLanguageOf({ params }: Pick<AnySitePage, 'params'>): Language {
  const language = params['lang'];
  return isLanguage(language) ? language : defaultLanguage;
}

/** 128 bits of SHA-256 are more than enough to tell contents apart, and half as long to keep. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
