import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { wrong } from '#catalog/blog/frontMatter.ts';
import type { Blog, PublishedPost } from '#catalog/blog/publishedPosts.ts';
import type { PostText } from '#catalog/blog/readPosts.ts';
import { memoise } from '#catalog/memoise.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import { blogImagePath } from '#domain/blog/blogPaths.ts';
import { readOwnMarkdown, walkTokens } from '#markdown/readMarkdown.ts';

/** A picture in up to three widths. */
export type Picture = ImageSize & { sources: readonly { path: string; width: number }[] };

/** An image file of the site, which is made only if it does not exist yet. A path always has the same content. */
export type BlogImage = { path: string; make: () => Promise<Buffer> };

/** Increase it with every change of the encoding, so that all images get new paths. */
const encodingVersion = 1;
const widths = [400, 720, 1360];
const maxBytes = 2 * 1024 * 1024;
const pixelsAtMost = 6_000;
const quality = 80;
const encodedAtMost = 300;

type ReadImage = { stamp: number; bytes: Buffer; picture: Picture };

/** The picture files of a folder of posts. A file is read again only if it has changed. */
export class BlogPictures {
  readonly #folder: string;
  readonly #read = new Map<string, ReadImage>();
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the picture that a post refers to as `./images/{name}`: in its language, else in English. Throws an error with
   * the post (`place`) if it does not exist or is too large.
   */
  find(name: string, language: Language, place: string): Picture {
    const file = this.fileOf(name, language, place);
    try {
      return this.#readImage(file).picture;
    } catch (error) {
      throw wrong(place, `has the image ${name}, which ${(error as Error).message}`);
    }
  }

  /** Returns the path of the file of a picture. Throws like `find`. */
  fileOf(name: string, language: Language, place: string): string {
    if (!/^\.\/images\/[a-z0-9-]+\.(png|svg)$/.test(name)) {
      throw wrong(place, `has the image “${name}”; write ./images/{name}.png or .svg`);
    }
    const files = [language, defaultLanguage].map((folder) => join(this.#folder, folder, name));
    const found = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
    if (found === undefined) throw wrong(place, `has the image ${name}, which is not there`);
    return found;
  }

  /** Returns the image files of the site that are made from a picture file. */
  imagesOf(file: string): BlogImage[] {
    const { bytes, picture } = this.#readImage(file);
    return picture.sources.map(({ path, width }) => ({
      path,
      make: () => this.#encode(bytes, width, path),
    }));
  }

  #readImage(file: string): ReadImage {
    const { mtimeMs: stamp, size } = statSync(file);
    const known = this.#read.get(file);
    if (known?.stamp === stamp) return known;
    if (size > maxBytes) throw new Error(`has ${size} bytes; ${maxBytes} are the most`);
    const bytes = readFileSync(file);
    const image = { stamp, bytes, picture: pictureFrom(file, bytes) };
    this.#read.set(file, image);
    return image;
  }

  /** Encodes an image. The result is cached by path, which has the digest of the source and the width. */
  #encode(bytes: Buffer, width: number, path: string): Promise<Buffer> {
    const known = this.#encoded.get(path);
    if (known) return known;
    if (this.#encoded.size >= encodedAtMost) this.#encoded.clear();
    const image = encode(bytes, width);
    image.catch(() => this.#encoded.delete(path));
    this.#encoded.set(path, image);
    return image;
  }
}

/** Returns the image files of all posts and help pages that are on the site. */
export function blogImages({ blog, help }: { blog: Blog; help: Blog }): BlogImage[] {
  return [blog, help].flatMap(imagesOfTexts);
}

function imagesOfTexts({ published, pictures }: Blog): BlogImage[] {
  const texts = published.flatMap((post) =>
    [...post.texts.values()].map((text) => ({ post, text })),
  );
  const files = texts.flatMap(({ post, text }) => filesOf(pictures, post, text));
  return [...new Set(files)].flatMap((file) => pictures.imagesOf(file));
}

/** Returns the image above the text of a post. A translation has its own, or that of the original. */
export function leadImage(post: PublishedPost, { fields }: PostText): string | undefined {
  return fields.image ?? post.original.fields.image;
}

/** Returns the pictures in a text, in their order. */
export function picturesIn(pictures: BlogPictures, text: PostText): Picture[] {
  return namesIn(text).map((name) => pictures.find(name, text.language, text.place));
}

function filesOf(pictures: BlogPictures, post: PublishedPost, text: PostText): string[] {
  const lead = leadImage(post, text);
  const names = [...(lead === undefined ? [] : [lead]), ...namesIn(text)];
  return names.map((name) => pictures.fileOf(name, text.language, text.place));
}

/** Returns the names of the pictures in a text. */
const namesIn = memoise(({ body }: PostText): readonly string[] => imagesIn(body));

function pictureFrom(file: string, bytes: Buffer): Picture {
  const size = imageSize(bytes);
  if (size === undefined) throw new Error('is no PNG and no SVG that tells its size');
  if (Math.max(size.width, size.height) > pixelsAtMost) {
    throw new Error(`has sides of more than ${pixelsAtMost} pixels`);
  }
  const hash = createHash('sha256').update(`${encodingVersion} `).update(bytes);
  const digest = hash.digest('hex').slice(0, 20);
  const name = basename(file, extname(file));
  const largest = Math.min(size.width, Math.max(...widths));
  const chosen = [...widths.filter((width) => width < largest), largest];
  return {
    ...size,
    sources: chosen.map((width) => ({ path: blogImagePath(name, digest, width), width })),
  };
}

async function encode(bytes: Buffer, width: number): Promise<Buffer> {
  // Loaded on demand, because pages which only name a picture need no codec.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: pixelsAtMost ** 2 })
    .resize({ width })
    .webp({ quality, effort: 5 })
    .toBuffer();
}

/** Width and height in pixels. */
type ImageSize = { width: number; height: number };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Returns the size of a PNG or SVG from its first bytes. Returns `undefined` for other files, and for an SVG without `width`,
 * `height` and `viewBox`.
 */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  const size = bytes.subarray(0, 8).equals(signature) ? pngSize(bytes) : svgSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function svgSize(bytes: Buffer): ImageSize | undefined {
  const tag = /<svg\b[^>]*>/.exec(bytes.toString('utf8', 0, 4_000))?.[0];
  if (tag === undefined) return undefined;
  const width = /\swidth=["'](\d+(?:\.\d+)?)(?:px)?["']/.exec(tag)?.[1];
  const height = /\sheight=["'](\d+(?:\.\d+)?)(?:px)?["']/.exec(tag)?.[1];
  if (width !== undefined && height !== undefined) {
    return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
  }
  const box = /\sviewBox=["']\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag);
  if (!box) return undefined;
  return { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) };
}

/** Returns the URLs of the images in a Markdown text, in their order. */
function imagesIn(markdown: string): string[] {
  if (!markdown.includes('![')) return [];
  const found: string[] = [];
  void walkTokens(readOwnMarkdown(markdown), (token) => {
    if (token.type === 'image') found.push(String(token['href']));
  });
  return found;
}
