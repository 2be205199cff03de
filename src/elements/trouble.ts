import { areModelsDisturbed } from '#stores/modelStatus.ts';

/** For those who may be about to chat: the banner says so while a model provider fluctuates. */
export async function showTrouble(): Promise<void> {
  const banner = document.querySelector<HTMLElement>('site-banner');
  const link = banner?.querySelector('a');
  if (!banner || !link || !(await areModelsDisturbed())) return;
  const answer = await fetch('/promotions.json').catch(() => undefined);
  const { disturbed = {} } = answer?.ok
    ? ((await answer.json()) as { disturbed?: Record<string, string> })
    : {};
  const text = disturbed[banner.dataset['language'] ?? ''];
  if (text === undefined) return;
  banner.dataset['trouble'] = 'yes';
  link.textContent = text;
  link.removeAttribute('href');
}
