import type { Node } from '@takumi-rs/core';
import type { ImageContent, ImageText } from '#domain/site/pageImage.ts';
import {
  type Style,
  box,
  colours,
  faintSign,
  frame,
  label,
  markPicture,
  textBlock,
} from '#builder/images/parts.ts';
import type { SetText, Typesetter } from '#builder/images/typesetter.ts';

type ContentOf<Kind extends ImageContent['kind']> = Extract<ImageContent, { kind: Kind }>;

/**
 * Returns the picture of a GPT: mark, name and author, below them a question, its category and number of chats. A name that no
 * font can draw is left out, and the category takes its place next to the mark.
 */
export async function gptPicture(content: ContentOf<'gpt'>, typesetter: Typesetter): Promise<Node> {
  const ownName = await typesetter.set(content.name);
  const category = await setOptional(typesetter, content.category);
  const name = ownName ?? category;
  const author = await setOptional(typesetter, content.author);
  const facts = [ownName && category, await setOptional(typesetter, content.chats)];
  const question = await setOptional(typesetter, content.question ?? null);
  const dir = name?.dir ?? 'ltr';
  // The question takes the place of a third line in a large size.
  const lines = question ? 1.6 : threeLines;
  const texts = [
    ...(name ? [textBlock(name, { ...heading(name.text, narrow, lines), lineClamp: 3 }, dir)] : []),
    ...(author ? [textBlock(author, { ...secondLine, lineClamp: 1 }, dir)] : []),
  ];
  const middle = box({ flexDirection: 'row', alignItems: 'center', gap: 56, flexGrow: 1 }, dir, [
    markPicture(content.mark),
    box({ flexDirection: 'column', gap: 16, flexGrow: 1, flexBasis: 0 }, dir, texts),
  ]);
  const asked = question
    ? [
        textBlock(
          question,
          { ...secondLine, color: colours.ink, lineClamp: 1, marginBottom: 20 },
          dir,
        ),
      ]
    : [];
  return frame(dir, [middle, ...asked, factsRow(dir, facts)]);
}

/** Returns the picture of a ranking: its title, its period, and the first names. */
export async function rankingPicture(
  content: ContentOf<'ranking'>,
  typesetter: Typesetter,
): Promise<Node> {
  const title = await typesetter.set(content.title);
  const period = await setOptional(typesetter, content.period);
  const dir = title?.dir ?? 'ltr';
  const rows = await Promise.all(
    content.names.map(async (name, index) => rankRow(index + 1, await typesetter.set(name), dir)),
  );
  return frame(dir, [
    box({ flexDirection: 'column', gap: 4, marginTop: 28 }, dir, [
      ...(title
        ? [
            textBlock(
              title,
              { ...headingOf(widthOf(title.text) * 52 > wide ? 40 : 52), lineClamp: 1 },
              dir,
            ),
          ]
        : []),
      ...(period ? [textBlock(period, { ...secondLine, lineClamp: 1 }, dir)] : []),
    ]),
    box({ flexDirection: 'column', gap: 8, marginTop: 24 }, dir, rows),
  ]);
}

/** Returns the picture of a post: its title, and below it author and date. */
export async function postPicture(
  content: ContentOf<'post'>,
  typesetter: Typesetter,
): Promise<Node> {
  const facts = [
    await setOptional(typesetter, content.author),
    await setOptional(typesetter, content.date),
  ];
  return titlePicture(content.title, facts, typesetter);
}

/** Returns the picture of any other page: its title. */
export async function pagePicture(
  content: ContentOf<'page'>,
  typesetter: Typesetter,
): Promise<Node> {
  return titlePicture(content.title, [], typesetter, true);
}

const narrow = 780;
const wide = 1040;
const secondLine: Style = { fontSize: 36, color: colours.soft, lineHeight: 1.4 };

async function titlePicture(
  text: ImageText,
  facts: readonly (SetText | undefined)[],
  typesetter: Typesetter,
  withSign = false,
): Promise<Node> {
  const title = await typesetter.set(text);
  const dir = title?.dir ?? 'ltr';
  const lines = title
    ? [textBlock(title, { ...heading(title.text, wide), lineClamp: 4 }, dir)]
    : [];
  const middle = box({ flexGrow: 1, alignItems: 'center' }, dir, lines);
  return frame(dir, [middle, factsRow(dir, facts)], withSign ? [faintSign(dir)] : []);
}

/** Three lines, of which the last one is not full. */
const threeLines = 2.4;

/** Returns the style of a heading with the largest size that fits so many lines of this width. */
function heading(text: string, width: number, lines = threeLines): Style {
  const sizes = [88, 76, 64, 56];
  return headingOf(sizes.find((size) => widthOf(text) * size <= width * lines) ?? 48);
}

function headingOf(fontSize: number): Style {
  return { fontSize, fontWeight: 700, color: colours.ink, lineHeight: 1.25 };
}

/** Estimates the width of a text in em: 1 for a wide character, 0.58 for others. */
function widthOf(text: string): number {
  const wideOnes = text.match(
    /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/gu,
  );
  return text.length * 0.58 + (wideOnes?.length ?? 0) * 0.42;
}

function rankRow(rank: number, name: SetText | undefined, dir: 'ltr' | 'rtl'): Node {
  const number = {
    fontSize: 36,
    fontWeight: 700,
    color: colours.accent,
    width: 44,
    lineHeight: 1.4,
  };
  return box({ flexDirection: 'row', alignItems: 'center', gap: 20 }, dir, [
    label(String(rank), number),
    ...(name
      ? [
          textBlock(
            name,
            {
              fontSize: 36,
              color: colours.ink,
              lineHeight: 1.4,
              lineClamp: 1,
              flexGrow: 1,
              flexBasis: 0,
            },
            dir,
          ),
        ]
      : [label('—', { fontSize: 36, color: colours.soft, lineHeight: 1.4 })]),
  ]);
}

function factsRow(dir: 'ltr' | 'rtl', facts: readonly (SetText | undefined)[]): Node {
  const style: Style = { fontSize: 34, color: colours.soft, lineHeight: 1.4, lineClamp: 1 };
  const shown = facts.flatMap((fact) => (fact ? [textBlock(fact, style, dir)] : []));
  return box({ flexDirection: 'row', justifyContent: 'space-between', gap: 40 }, dir, shown);
}

async function setOptional(
  typesetter: Typesetter,
  text: ImageText | null,
): Promise<SetText | undefined> {
  return text === null ? undefined : typesetter.set(text);
}
