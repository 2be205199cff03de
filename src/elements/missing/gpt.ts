import type { Gpt } from '#contract/gpts.ts';
import { cleanText, isolate } from '#domain/text.ts';
import { drawPart } from '#elements/drawPart.ts';
import '#elements/saveGpt.ts';
import type { Texts } from '#i18n/texts.ts';
import { serverBusy } from '#parts/serverBusy.ts';
import { missingGpt, refusedGpt } from '#parts/missingGpt.ts';
import { $gpts, type GptState, loadGpt } from '#stores/gpts/gpts.ts';

type Problem = Extract<GptState, { state: 'refused' | 'failed' }>;

/**
 * Shows a GPT that the release does not have: one that is newer, or that only its address leads to. Or says why it is
 * not shown. An unknown one changes nothing.
 */
export async function showGpt(page: HTMLElement, texts: Texts, id: string): Promise<void> {
  await loadGpt(id);
  const known = $gpts.get()[id];
  if (known?.state === 'ready') showFound(page, texts, known.gpt);
  else if (known && known.state !== 'loading') showProblem(page, texts, known);
}

function showFound(page: HTMLElement, texts: Texts, gpt: Gpt): void {
  const name = isolate(cleanText(gpt.name) || gpt.id);
  const author = isolate(cleanText(gpt.author ?? ''));
  document.title = texts.t(gpt.author === null ? 'gpt.title' : 'gpt.titleBy', { name, author });
  page.innerHTML = missingGpt(texts, gpt).html;
}

function showProblem(page: HTMLElement, texts: Texts, { state, problem }: Problem): void {
  const isGone = problem.key === 'errors.gone';
  if (state === 'failed') drawPart(page, 'head', serverBusy(texts, location.href));
  else if (isGone || problem.key === 'errors.gpt_not_public') {
    drawPart(page, 'head', refusedGpt(texts, isGone));
  } else return;
  document.title = `${page.querySelector('h1')?.textContent ?? ''} · Dolores`;
}
