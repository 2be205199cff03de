import type { Frame } from '#catalog/frame.ts';

/**
 * A page as publishing sees it. Its content, the **view**, is one plain JSON value: `frame` and `content` together, or
 * the content alone where the page knows no layout. Languages with the same content share one value.
 */
export type SitePage<View extends object = object> = {
  /** The parameters of the Astro route. */
  params: Readonly<Record<string, string>>;
  /** The path that it is served under, percent-encoded. */
  path: string;
  modified?: string;
} & (View extends { frame: Frame }
  ? { frame: Frame; content: Omit<View, 'frame'> }
  : { frame: null; content: View });

/** A page of any kind. */
export type AnySitePage = {
  params: Readonly<Record<string, string>>;
  path: string;
  frame: Frame | null;
  content: object;
  /** When its content changed last, where that is known. */
  modified?: string;
};

/** Pages of a route that are made of the same things. */
export type PageGroup<Page extends AnySitePage = AnySitePage> = {
  /** Names the group within its route. */
  key: string;
  /**
   * Returns all that these pages are made of, besides the code, the messages, the day and the values of every frame: while
   * it stays the same, so do they. `null` where the pages themselves must be compared.
   */
  inputs: (() => string) | null;
  pages: () => Iterable<Page>;
  /** Returns when their contents changed last (`modified.ts`), for search engines; unset where each page has its own date. */
  modified?: (() => string) | undefined;
};

/** Views that are made of the same things, as `PageGroup` has it. */
export type ViewGroup<View> = {
  key: string;
  inputs: () => string;
  views: () => readonly View[];
  modified?: (() => string) | undefined;
};

/** Returns all views of groups, in their order. */
export function viewsIn<View>(groups: Iterable<ViewGroup<View>>): View[] {
  return [...groups].flatMap(({ views }) => views());
}

/** Returns the whole view of a page. */
export function viewOf<View extends object>({ frame, content }: SitePage<View>): View {
  return (frame === null ? content : { frame, ...content }) as unknown as View;
}

/** Returns the pages of views: each has a path of its own, which its frame names. */
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

/** Yields the groups of a route, with those views of each that `isMeant`. */
export function* groupsOf<View extends { frame: Frame }>(
  groups: Iterable<ViewGroup<View>>,
  paramsOf?: (view: View) => Readonly<Record<string, string>>,
  isMeant: (view: View) => boolean = () => true,
): Generator<PageGroup<SitePage<View>>> {
  for (const { key, inputs, views, modified } of groups) {
    yield { key, inputs, pages: () => pagesOf(views().filter(isMeant), paramsOf), modified };
  }
}
