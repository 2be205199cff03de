import { Renderer } from '@takumi-rs/core';
import { type ImageContent, imageSize } from '#domain/site/pageImage.ts';
import { Typesetter } from '#builder/images/typesetter.ts';
import { gptPicture, pagePicture, postPicture, rankingPicture } from '#builder/images/pictures.ts';

let tools: { renderer: Renderer; typesetter: Typesetter } | undefined;

/**
 * Draws a picture as PNG, 1200 × 630 pixels. The same content always gives the same bytes. Fonts are loaded on demand,
 * once per process or worker thread. Several pictures may be drawn at the same time.
 */
export async function drawImage(content: ImageContent): Promise<Buffer> {
  tools ??= makeTools();
  const { renderer, typesetter } = tools;
  const picture = await pictureOf(content, typesetter);
  return renderer.render(picture, { ...imageSize, format: 'png' });
}

function makeTools(): { renderer: Renderer; typesetter: Typesetter } {
  const renderer = new Renderer();
  return { renderer, typesetter: new Typesetter(renderer) };
}

function pictureOf(content: ImageContent, typesetter: Typesetter) {
  switch (content.kind) {
    case 'gpt':
      return gptPicture(content, typesetter);
    case 'ranking':
      return rankingPicture(content, typesetter);
    case 'post':
      return postPicture(content, typesetter);
    case 'page':
      return pagePicture(content, typesetter);
  }
}
