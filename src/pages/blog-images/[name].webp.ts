import { astroContext } from '#catalog/astroContext.ts';
import { blogImages } from '#catalog/blog/images.ts';
import type { APIRoute } from 'astro';

export function getStaticPaths() {
  return blogImages(astroContext()).map(({ path }) => ({
    params: { name: path.slice('/blog-images/'.length, -'.webp'.length) },
    props: { path },
  }));
}

/** A picture of a post in one of its widths. */
export const GET: APIRoute<{ path: string }> = async ({ props }) => {
  const image = blogImages(astroContext()).find(({ path }) => path === props.path);
  if (image === undefined) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(await image.make()), {
    headers: { 'content-type': 'image/webp' },
  });
};
