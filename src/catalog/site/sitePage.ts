import type { Frame } from '#catalog/site/frame.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { PageImage } from '#domain/site/pageImage.ts';

/**
 * A page for publishing. Its **view** is one plain JSON value: `frame` and `content` together, or only the content of a page
 * without a layout. Languages with the same content share one value.
 */
export type SitePage<View extends object = object> = {
  /** The parameters of the Astro route. */
  params: Readonly<Record<string, string>>;
  /** Its URL path, percent-encoded. */
  path: string;
  modified?: string;
} & (View extends { frame: Frame }
  ? { frame: Frame; content: Omit<View, 'frame'> }
  : { frame: null; content: View });

/** The content of a page that depends only on its language. */
export type Shell = {
  language: Language;
  origin: string | null;
  image: PageImage;
  isDemo: boolean;
};

/** A page of any kind. */
export type AnySitePage = {
  params: Readonly<Record<string, string>>;
  path: string;
  frame: Frame | null;
  content: object;
  /** The time of the last change of its content, if known. */
  modified?: string;
};

/** Pages of a route with the same inputs. */
export type PageGroup<Page extends AnySitePage = AnySitePage> = {
  /** Unique key of the group in its route. */
  key: string;
  /**
   * Returns all inputs of these pages, except code, messages, day and the values of every frame. As long as it and
   * `modified` stay the same, the pages stay the same. `null` means that the pages themselves must be compared.
   */
  inputs: (() => string) | null;
  pages: () => Iterable<Page>;
  /** Returns the time of their last change (`modified.ts`), for search engines; unset if each page has its own time. */
  modified?: (() => string) | undefined;
};

/** Views with the same inputs. The fields are those of `PageGroup`. */
export type ViewGroup<View> = {
  key: string;
  inputs: () => string;
  views: () => readonly View[];
  modified?: (() => string) | undefined;
};

/** Returns the whole view of a page. */
export function viewOf<View extends object>({ frame, content }: SitePage<View>): View {
  return (frame === null ? content : { frame, ...content }) as unknown as View;
}

/** Returns the pages of views. The path of a page is in its frame. */
export function pagesOf<View extends { frame: Frame }>(
  views: readonly View[],
  paramsOf: (view: View) => Readonly<Record<string, string>> = () => ({}),
): SitePage<View>[] {
  return views.map((view) => {
    const { frame, ...content } = view;
    const params = { lang: frame.language, ...paramsOf(view) };
    return { params, path: frame.path, frame, content } as unknown as SitePage<View>;
  });
}

/** Yields the groups of a route. Each has only the views that belong to the route (`isIncluded`). */
export function* groupsOf<View extends { frame: Frame }>(
  groups: Iterable<ViewGroup<View>>,
  paramsOf?: (view: View) => Readonly<Record<string, string>>,
  isIncluded: (view: View) => boolean = () => true,
): Generator<PageGroup<SitePage<View>>> {
  for (const { key, inputs, views, modified } of groups) {
    yield { key, inputs, pages: () => pagesOf(views().filter(isIncluded), paramsOf), modified };
  }
}
