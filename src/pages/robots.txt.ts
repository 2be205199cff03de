import { astroSettings } from '#catalog/astroContext.ts';
import { robotsText } from '#catalog/site/robots.ts';

/** The rules for crawlers. */
export function GET(): Response {
  const { origin, operator } = astroSettings();
  return new Response(robotsText(origin, operator.isDemo));
}
