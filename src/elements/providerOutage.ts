import { fetchProviderOutage } from '#stores/models/modelStatus.ts';

/** The text is longer than other banners, and comes when the page is shown: three lines are as high as the banner. Set here, because a rule of the style sheet would be part of every page. */
const smallText = {
  fontSize: '0.6875rem',
  lineHeight: '1.18',
  display: '-webkit-box',
  webkitBoxOrient: 'vertical',
  webkitLineClamp: '3',
  overflow: 'hidden',
  textDecoration: 'none',
};

/** Shows a notice in the banner while a model provider has an outage. */
export async function showProviderOutage(): Promise<void> {
  const banner = document.querySelector<HTMLElement>('site-banner');
  const link = banner?.querySelector('a');
  const text = banner?.dataset['outage'];
  if (!banner || !link || text === undefined || !(await fetchProviderOutage())) return;
  // Its promotion may have ended.
  banner.hidden = false;
  link.textContent = text;
  link.removeAttribute('href');
  Object.assign(link.style, smallText);
}
