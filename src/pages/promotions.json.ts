import { promotionTexts } from '#catalog/promotionTexts.ts';

/** The dated announcements of the banner, one small file for all pages. */
export function GET(): Response {
  return Response.json(promotionTexts());
}
