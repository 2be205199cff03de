import { createHash } from 'node:crypto';
import { memoiseText } from '#catalog/memoise.ts';
import {
  type Language,
  defaultLanguage,
  languageTags,
  languages,
} from '#domain/languages/languages.ts';
import { quotationMarks, withInnerMarks } from '#domain/languages/quotationMarks.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import type { ImageContent, ImageText, PageImage } from '#domain/site/pageImage.ts';
import {
  type ContentMarks,
  clip,
  contentMarks,
  hasRightToLeft,
  isolate,
} from '#domain/texts/text.ts';
import { imagePath } from '#domain/site/sitePaths.ts';
import { categoryName } from '#i18n/categories.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/** Increase it with every change of the drawing (`builder/images`), so that all pictures are drawn again. */
const templateVersion = 3;

const nameCharacters = 120;
const questionCharacters = 120;
/**
 * Characters of texts in one line that are written from right to left. Where such a text is too wide, the renderer draws
 * hardly more than the ellipsis.
 */
const rightToLeftCharacters = { author: 40, question: 55, ranked: 50 } as const;
const rankedNames = 5;

/** Returns the picture of `content`. Pages with the same content share it. */
export function imageOf(content: ImageContent): PageImage {
  const text = JSON.stringify([templateVersion, content]);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 20);
  return { path: imagePath(content.kind, digest), alt: altOf(content), content };
}

/**
 * Returns the picture of a GPT, the same for all languages. Its other words are in the GPT's language, if supported.
 */
export function gptImage(gpt: {
  mark: Mark;
  name: string;
  marks: ContentMarks;
  author: string | null;
  category: string | null;
  chats: number;
  question?: ImageText | undefined;
}): PageImage {
  const { mark, name, marks, author, category, question } = gpt;
  const language = languageOfTag(marks.lang ?? '') ?? defaultLanguage;
  const inWords = (text: string) => textIn(language, text);
  const chats = roundedChats(gpt.chats);
  return imageOf({
    kind: 'gpt',
    mark,
    name: { text: clip(name, nameCharacters), marks },
    author: author === null ? null : { text: inLine(author, 'author', nameCharacters), marks },
    category: category === null ? null : inWords(categoryName(language, category)),
    chats: chats === 0 ? null : inWords(chatsText(language, chats)),
    // Of a question without letters, which may be pictures that no font has, the quotation marks would be left.
    ...(question &&
      /[\p{Letter}\p{Number}]/u.test(question.text) && {
        question: { ...question, text: quoted(question) },
      }),
  });
}

function quoted({ text, marks }: ImageText): string {
  const language = languageOfTag(marks.lang ?? '') ?? defaultLanguage;
  const [[open, close]] = quotationMarks[language];
  const line = inLine(text, 'question', questionCharacters);
  return `${open}${withInnerMarks(line, language)}${close}`;
}

/** Returns the beginning of a text that fits into one line, or is cut where the line ends. */
function inLine(text: string, place: keyof typeof rightToLeftCharacters, most: number): string {
  return clip(text, hasRightToLeft(text) ? rightToLeftCharacters[place] : most);
}

/** Returns the picture of a ranking. `names` are those of its rows, best first. */
export function rankingImage(
  language: Language,
  title: string,
  period: string | null,
  names: readonly { name: string; marks: ContentMarks }[],
): PageImage {
  return imageOf({
    kind: 'ranking',
    title: textIn(language, title),
    period: period === null ? null : textIn(language, period),
    names: names
      .slice(0, rankedNames)
      .map(({ name, marks }) => ({ text: inLine(name, 'ranked', nameCharacters), marks })),
  });
}

/** Returns the picture of a blog post, in the language of its text. `day` is `YYYY-MM-DD`. */
export function postImage(
  language: Language,
  title: string,
  author: string | null,
  day: string | null,
): PageImage {
  return imageOf({
    kind: 'post',
    title: textIn(language, clip(title, nameCharacters)),
    author: author === null ? null : textIn(language, clip(author, nameCharacters)),
    date: day === null ? null : textIn(language, formatOf(language).day(day)),
  });
}

/** Returns the picture of any other page. Without a title, it shows the heading of the home page. */
export function pageImage(
  language: Language,
  title: string = translator(language, 'home')('heading'),
): PageImage {
  return imagesOfTitles(language)(title);
}

/** Limit of cached titles, far above the number of titles in a language. */
const titlesAtMost = 20_000;

/** Memoised, because many pages have the same title, and the plan compares a shared picture only once. */
const imagesOfTitles = memoiseText(languages.length, (language: Language) =>
  memoiseText(titlesAtMost, (title: string): PageImage =>
    imageOf({ kind: 'page', title: textIn(language, title) }),
  ),
);

/** Returns a text of the interface. */
function textIn(language: Language, text: string): ImageText {
  return { text, marks: contentMarks(languageTags[language]) };
}

/** Rounds to two digits (12,345 → 12,000), so that a picture does not change every day. */
function roundedChats(chats: number): number {
  return Number(chats.toPrecision(2));
}

function chatsText(language: Language, chats: number): string {
  const amount = formatOf(language).rough(chats);
  return translator(language, 'site')('mark.chats', { count: chats, amount });
}

function altOf(content: ImageContent): string {
  const texts = (() => {
    switch (content.kind) {
      case 'gpt':
        return [
          content.name,
          content.author,
          content.question ?? null,
          content.category,
          content.chats,
        ];
      case 'ranking':
        return [content.title, content.period, ...content.names];
      case 'post':
        return [content.title, content.author, content.date];
      case 'page':
        return [content.title];
    }
  })();
  return ['Dolores', ...texts.flatMap((part) => (part ? [isolate(part.text)] : []))].join(' · ');
}
