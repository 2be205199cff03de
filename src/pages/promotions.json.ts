import { astroSettings } from '#catalog/astroContext.ts';
import { promotionTexts } from '#catalog/promotionTexts.ts';
// astro-i18next loads the messages in this module, which Astro adds only to `.astro` pages.
import 'astro:scripts/page-ssr.js';

/** The dated promotions of the banner, one small file for all pages. */
export function GET(): Response {
  return Response.json(promotionTexts(astroSettings().shop));
}
