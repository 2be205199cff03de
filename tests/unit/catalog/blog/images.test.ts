import { describe, expect, it } from 'vitest';
import { blogImages, imageSize } from '#catalog/blog/images.ts';
import { addDays } from '#domain/dates.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';
import { pngFile, postFile, writeBlog } from '../../../fixtures/blogFolder.ts';
import sharp from 'sharp';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><path d="M0 0h9v9z"/></svg>';
const image = { image: './images/wide.png', imageAlt: 'Wide' };
const folder = await writeBlog({
  'en/images/wide.png': await pngFile(2_000, 1_000),
  'en/images/small.png': await pngFile(300, 200),
  'en/images/drawn.svg': svg,
  'en/post.md': postFile(image, '![S](./images/small.png)\n\n![D](./images/drawn.svg)\n'),
  'de/post.md': postFile({ imageAlt: 'Breit' }, '![S](./images/small.png)\n'),
  'en/draft.md': postFile({ draft: 'true' }, '![O](./images/none.png)\n'),
});

describe('the pictures of the blog', () => {
  const imagesOn = (day: string) =>
    blogImages(emptyContext({ BLOG_FOLDER: folder }, addDays(day, -1)));
  const images = imagesOn('2026-03-15');

  it('have at most three widths, none larger than its source, and only for published posts', () => {
    expect(images.map(({ path }) => path.replace(/-[0-9a-f]{20}-/, ' '))).toEqual([
      '/blog-images/wide 400.webp',
      '/blog-images/wide 720.webp',
      '/blog-images/wide 1360.webp',
      '/blog-images/small 300.webp',
      '/blog-images/drawn 300.webp',
    ]);
    expect(imagesOn('2026-02-01')).toEqual([]);
  });

  it('are made as WebP of that width, only once', async () => {
    for (const { path, make } of images) {
      const bytes = await make();
      const { format, width } = await sharp(bytes).metadata();
      expect([format, path]).toEqual(['webp', expect.stringContaining(`-${width}.webp`)]);
      expect(await make()).toBe(bytes);
    }
  });
});

describe('the size of an image', () => {
  it('is read from its first bytes', async () => {
    expect(imageSize(await pngFile(7, 5))).toEqual({ width: 7, height: 5 });
    expect(imageSize(Buffer.from(svg))).toEqual({ width: 300, height: 100 });
    const sized = '<?xml version="1.0"?>\n<svg width="12.4px" height="8" viewBox="0 0 1 1">';
    expect(imageSize(Buffer.from(sized))).toEqual({ width: 12, height: 8 });
    for (const other of ['', 'GIF89a', '<svg width="100%">', '<svg width="0" height="0">']) {
      expect(imageSize(Buffer.from(other))).toBeUndefined();
    }
  });
});
