import { robotsText } from '#catalog/robots.ts';

/** What crawlers are asked to leave alone. */
export function GET(): Response {
  return new Response(robotsText());
}
