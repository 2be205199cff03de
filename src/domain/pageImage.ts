import type { Mark } from '#domain/mark.ts';
import type { ContentMarks } from '#domain/text.ts';

/** The picture that stands for a page where its address is shared (Open Graph). */
export type PageImage = {
  /** Where it lies in the release: `imagePath` with a digest of what it says. */
  path: string;
  /** The text in the image, for those who do not see it. */
  alt: string;
  content: ImageContent;
};

/** A text in a picture, and how it is set. */
export type ImageText = { text: string; marks: ContentMarks };

/** Everything that a picture is drawn from. The same content always makes the same picture. */
export type ImageContent =
  /** A GPT, in its own language for all pages. */
  | {
      kind: 'gpt';
      mark: Mark;
      name: ImageText;
      author: ImageText | null;
      category: ImageText | null;
      /** Chats in words, rounded. */
      chats: ImageText | null;
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

/** In pixels; what all networks ask for. */
export const imageSize = { width: 1200, height: 630 } as const;
