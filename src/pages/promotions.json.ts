import { astroSettings } from '#catalog/astroContext.ts';
import { promotionTexts } from '#catalog/promotionTexts.ts';
// Astro adds this module, in which astro-i18next loads the messages, to `.astro` pages only.
import 'astro:scripts/page-ssr.js';

/** The dated announcements of the banner, one small file for all pages. */
export function GET(): Response {
  return Response.json(promotionTexts(astroSettings().shop));
}
