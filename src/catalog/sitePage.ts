import type { Frame } from '#catalog/frame.ts';

/**
 * A page as publishing sees it. What it shows, its **view**, is one plain JSON value: `frame` and `content` together, or
 * the content alone where the page knows no layout. What several languages show is one and the same content.
 */
export type SitePage<View extends object = object> = {
  /** What stands in the brackets of the Astro route. */
  params: Readonly<Record<string, string>>;
  /** The path that it is served under, percent-encoded. */
  path: string;
} & (View extends { frame: Frame }
  ? { frame: Frame; content: Omit<View, 'frame'> }
  : { frame: null; content: View });

/** A page of any kind. */
export type AnySitePage = {
  params: Readonly<Record<string, string>>;
  path: string;
  frame: Frame | null;
  content: object;
};

/** The whole of what a page shows. */
export function viewOf<View extends object>({ frame, content }: SitePage<View>): View {
  return (frame === null ? content : { frame, ...content }) as unknown as View;
}

/** The pages of views that each belong to a path of their own, which their frame names. */
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
