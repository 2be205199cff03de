import { fetchProviderOutage } from '#stores/models/modelStatus.ts';

/** It is longer than what stands there otherwise, in the same room. Every page would carry a rule of the stylesheet. */
const smallPrint = {
  fontSize: '0.6875rem',
  lineHeight: '13px',
  webkitLineClamp: '3',
  textDecoration: 'none',
};

/** For those who may be about to chat: the banner says so while a model provider fluctuates. */
export async function showProviderOutage(): Promise<void> {
  const banner = document.querySelector<HTMLElement>('site-banner');
  const link = banner?.querySelector('a');
  if (!banner || !link || !(await fetchProviderOutage())) return;
  const answer = await fetch('/promotions.json').catch(() => undefined);
  const { disturbed = {} } = answer?.ok
    ? ((await answer.json()) as { disturbed?: Record<string, string> })
    : {};
  const text = disturbed[banner.dataset['language'] ?? ''];
  if (text === undefined) return;
  banner.dataset['outage'] = 'yes';
  link.textContent = text;
  link.removeAttribute('href');
  Object.assign(link.style, smallPrint);
}
