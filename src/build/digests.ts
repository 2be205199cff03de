import { hash } from 'node:crypto';
import type { AnySitePage } from '#catalog/sitePage.ts';
import type { SiteRoute } from '#catalog/sitePages.ts';
import { type Language, defaultLanguage, isLanguage } from '#domain/languages.ts';
import { catalogueText } from '#i18n/catalogues.ts';

/** What a page is made of, as two digests. */
export type PageDigests = {
  /** Of its view: when it changes, the page's own content has moved. */
  content: string;
  /** Of everything: view, the messages of its language, the code that renders it. */
  whole: string;
};

/** Makes the digests of pages. What several pages show is read once. */
export class Digester {
  readonly #code: string;
  readonly #known = new WeakMap<object, string>();
  readonly #messages = new Map<Language, string>();

  /** `code` is a digest of the code of the pages. */
  constructor(code: string) {
    this.#code = code;
  }

  digestsOf(route: SiteRoute, { params, path, frame, content }: AnySitePage): PageDigests {
    const view = digest(`${route}\n${path}\n${JSON.stringify(frame)}\n${this.#of(content)}`);
    const language = isLanguage(params['lang'] ?? '')
      ? (params['lang'] as Language)
      : defaultLanguage;
    return {
      content: view,
      whole: digest(`${view}\n${this.#code}\n${this.#ofMessages(language)}`),
    };
  }

  /** Two levels deep, because lists share their entries and languages share their lists. */
  #of(value: object, depth = 0): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const text = depth === 2 ? JSON.stringify(value) : this.#textOf(value, depth);
    const made = digest(text);
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

  #ofMessages(language: Language): string {
    const known = this.#messages.get(language) ?? digest(catalogueText(language));
    this.#messages.set(language, known);
    return known;
  }
}

/** 128 bits of SHA-256 are more than enough to tell contents apart, and half as long to keep. */
function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
