import { hash } from 'node:crypto';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import type { AnySitePage } from '#catalog/site/sitePage.ts';
import type { SiteRoute } from '#catalog/site/sitePages.ts';
import {
  type Language,
  defaultLanguage,
  isLanguage,
  languages,
} from '#domain/languages/languages.ts';
import { catalogueText } from '#i18n/catalogues.ts';

/** Computes digests of the views of pages. Values that several pages share are hashed once. */
export class Digester {
  readonly #known = new WeakMap<object, string>();

  /** Returns a digest that is equal for two pages exactly if they have the same route, path and view. */
  digestOf(route: SiteRoute, { path, frame, content }: AnySitePage): string {
    return digest(`${route}\n${path}\n${this.#ofFrame(frame)}\n${this.#of(content)}`);
  }

  /**
   * Operator and menu are shared by all pages, the picture by the languages of a page, so they are memoised separately.
   */
  #ofFrame(frame: Frame | null): string {
    if (frame === null) return '';
    const { operator, menu, image, ...own } = frame;
    return `${JSON.stringify(own)}\n${this.#of(operator)}\n${this.#of(menu)}\n${this.#of(image)}`;
  }

  /** Memoises two levels deep, because lists share their entries and languages share their lists. */
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

/** Returns for each language a digest of its messages and of the code, on which all its pages depend. */
export function languageDigestsOf(code: string): Readonly<Record<Language, string>> {
  const digests = languages.map((language) => {
    return [language, digest(`${code}\n${catalogueText(language)}`)] as const;
  });
  return Object.fromEntries(digests) as Record<Language, string>;
}

/**
 * Returns a digest of the inputs that all pages share: code, messages, the closed day, and the values of every frame.
 */
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

/** Returns 132 bits of SHA-256 (22 characters), enough to distinguish contents and half as long to store. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
