import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { blogFolder } from '#catalog/blog/folder.ts';
import { wrong } from '#catalog/blog/frontMatter.ts';
import { type ImageSize, imageSize } from '#catalog/blog/imageSize.ts';
import { imagesIn } from '#catalog/blog/markdownImages.ts';
import { type PublishedPost, publishedPosts } from '#catalog/blog/publishedPosts.ts';
import type { PostText } from '#catalog/blog/readPosts.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, defaultLanguage } from '#domain/languages.ts';
import { blogImagePath } from '#domain/urls.ts';

/** A picture as pages name it: the same one in up to three widths. */
export type Picture = ImageSize & { sources: readonly { path: string; width: number }[] };

/** A file of the site that is made when it is not there yet: the same path always has the same content. */
export type BlogImage = { path: string; make: () => Promise<Buffer> };

/** Raised with every change of how pictures are made: all get new paths then. */
const recipe = 1;
const widths = [400, 720, 1360];
const bytesAtMost = 2 * 1024 * 1024;
const pixelsAtMost = 6_000;
const quality = 80;

/** The image files of all posts that are on the site of a day. */
export function blogImages(
  today: Day = publishingDay(),
  posts: readonly PublishedPost[] = publishedPosts(today),
): BlogImage[] {
  const texts = posts.flatMap((post) => [...post.texts.values()].map((text) => ({ post, text })));
  const files = texts.flatMap(({ post, text }) => filesOf(post, text));
  return [...new Set(files)].flatMap((file) => {
    const { bytes, picture } = readImage(file);
    return picture.sources.map(({ path, width }) => ({
      path,
      make: () => webp(bytes, width, path),
    }));
  });
}

/**
 * The picture that a post names as `./images/{name}`: the one of its language, else the English one. Throws a sentence
 * that names the post when there is none, or when it is too large.
 */
export function pictureOf(name: string, language: Language, place: string): Picture {
  const file = fileOf(name, language, place);
  try {
    return readImage(file).picture;
  } catch (error) {
    throw wrong(place, `has the image ${name}, which ${(error as Error).message}`);
  }
}

/** The image of a post above its text: a translation has its own, or that of the original. */
export function leadImage(post: PublishedPost, { fields }: PostText): string | undefined {
  return fields.image ?? post.original.fields.image;
}

function filesOf(post: PublishedPost, text: PostText): string[] {
  const lead = leadImage(post, text);
  const names = [...(lead === undefined ? [] : [lead]), ...imagesOf(text)];
  return names.map((name) => fileOf(name, text.language, text.place));
}

/** The pictures within a text, in their order. */
export function picturesIn(text: PostText): Picture[] {
  return imagesOf(text).map((name) => pictureOf(name, text.language, text.place));
}

const inlineImages = new WeakMap<PostText, readonly string[]>();

/** Each text is read through once. */
function imagesOf(text: PostText): readonly string[] {
  const names = inlineImages.get(text) ?? imagesIn(text.body);
  inlineImages.set(text, names);
  return names;
}

function fileOf(name: string, language: Language, place: string): string {
  if (!/^\.\/images\/[a-z0-9-]+\.(png|svg)$/.test(name)) {
    throw wrong(place, `has the image “${name}”; write ./images/{name}.png or .svg`);
  }
  const files = [language, defaultLanguage].map((folder) => join(blogFolder(), folder, name));
  const found = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found === undefined) throw wrong(place, `has the image ${name}, which is not there`);
  return found;
}

type ReadImage = { stamp: number; bytes: Buffer; picture: Picture };

const read = new Map<string, ReadImage>();

function readImage(file: string): ReadImage {
  const { mtimeMs: stamp, size } = statSync(file);
  const known = read.get(file);
  if (known?.stamp === stamp) return known;
  if (size > bytesAtMost) throw new Error(`has ${size} bytes; ${bytesAtMost} are the most`);
  const bytes = readFileSync(file);
  const measured = imageSize(bytes);
  if (measured === undefined) throw new Error('is no PNG and no SVG that tells its size');
  if (Math.max(measured.width, measured.height) > pixelsAtMost) {
    throw new Error(`has sides of more than ${pixelsAtMost} pixels`);
  }
  const image = { stamp, bytes, picture: pictureFrom(file, bytes, measured) };
  read.set(file, image);
  return image;
}

function pictureFrom(file: string, bytes: Buffer, size: ImageSize): Picture {
  const hash = createHash('sha256').update(`${recipe} `).update(bytes);
  const digest = hash.digest('hex').slice(0, 20);
  const name = basename(file, extname(file));
  const largest = Math.min(size.width, Math.max(...widths));
  const chosen = [...widths.filter((width) => width < largest), largest];
  return {
    ...size,
    sources: chosen.map((width) => ({ path: blogImagePath(name, digest, width), width })),
  };
}

const made = new Map<string, Promise<Buffer>>();
const madeAtMost = 300;

/** Each picture is made once by a process: its path names source and width. */
function webp(bytes: Buffer, width: number, path: string): Promise<Buffer> {
  const known = made.get(path);
  if (known) return known;
  if (made.size >= madeAtMost) made.clear();
  const image = encode(bytes, width);
  image.catch(() => made.delete(path));
  made.set(path, image);
  return image;
}

async function encode(bytes: Buffer, width: number): Promise<Buffer> {
  // Loaded here, so that pages which only name a picture need no codec.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: pixelsAtMost ** 2 })
    .resize({ width })
    .webp({ quality, effort: 5 })
    .toBuffer();
}
