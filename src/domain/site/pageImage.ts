import type { Mark } from '#domain/gpts/mark.ts';
import type { ContentMarks } from '#domain/texts/text.ts';

/** The preview picture of a page for shared links (Open Graph). */
export type PageImage = {
  /** Its path in the release: `imagePath` with a digest of the content. */
  path: string;
  /** The alternative text: the text in the image. */
  alt: string;
  content: ImageContent;
};

/** A text in a picture, with its language and direction. */
export type ImageText = { text: string; marks: ContentMarks };

/** The content of a picture. The same content always makes the same picture. */
export type ImageContent =
  /** A GPT, in its own language on pages of all languages. */
  | {
      kind: 'gpt';
      mark: Mark;
      name: ImageText;
      author: ImageText | null;
      category: ImageText | null;
      /** Chats in words, rounded. */
      chats: ImageText | null;
      /** The question of an example; omitted without one. */
      question?: ImageText;
    }
  /** A ranking with its first names, best first. */
  | {
      kind: 'ranking';
      title: ImageText;
      period: ImageText | null;
      names: readonly ImageText[];
    }
  /** A post of the blog. */
  | { kind: 'post'; title: ImageText; author: ImageText | null; date: ImageText | null }
  /** Any other page. */
  | { kind: 'page'; title: ImageText };

/** Size of the picture in pixels, as recommended by social networks. */
export const imageSize = { width: 1200, height: 630 } as const;
