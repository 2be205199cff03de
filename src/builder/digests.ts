import { hash } from 'node:crypto';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import type { AnySitePage } from '#catalog/sitePage.ts';
import type { SiteRoute } from '#catalog/sitePages.ts';
import { type Language, defaultLanguage, isLanguage, languages } from '#domain/languages.ts';
import { catalogueText } from '#i18n/catalogues.ts';

/** Makes digests of the views of pages. Values that several pages share are hashed once. */
export class Digester {
  readonly #known = new WeakMap<object, string>();

  /** Returns the same digest for two pages exactly when they have the same view and path. */
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

/** Returns a digest for each language of its messages and the code: pages of that language are made of both. */
export function languageDigestsOf(code: string): Readonly<Record<Language, string>> {
  const digests = languages.map((language) => {
    return [language, digest(`${code}\n${catalogueText(language)}`)] as const;
  });
  return Object.fromEntries(digests) as Record<Language, string>;
}

/** Returns a digest of all that every page is made of: code, messages, the closed day, and the values of every frame. */
export function siteDigestOf(
  context: BuildContext,
  languageDigests: Readonly<Record<Language, string>>,
): string {
  const { closedDay } = context.snapshot;
  return digest(
    JSON.stringify([languageDigests, closedDay, frameOf(context, defaultLanguage, '/')]),
  );
}

/** Returns the language whose messages a page shows. */
export function messageLanguageOf({ params }: Pick<AnySitePage, 'params'>): Language {
  const language = params['lang'];
  return isLanguage(language) ? language : defaultLanguage;
}

/** 128 bits of SHA-256 are more than enough to tell contents apart, and half as long to keep. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
