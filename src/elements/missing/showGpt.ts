import type { Gpt } from '#contract/gpts/gpts.ts';
import { cleanText, isolate } from '#domain/texts/text.ts';
import { drawHead } from '#elements/missing/drawHead.ts';
import '#elements/saveGpt.ts';
import '#elements/shareGpt.ts';
import { instructionsHtml } from '#markdown/instructionsHtml.ts';
import { answerInLanguage } from '#i18n/answerWords.ts';
import type { Texts } from '#i18n/texts.ts';
import { serverBusy } from '#parts/serverBusy.ts';
import { missingGpt, refusedGpt } from '#parts/missingGpt.ts';
import { $gpts, type GptState, loadGpt } from '#stores/gpts/gpts.ts';
import { answeringTitle } from '#stores/models/answeringTitle.ts';
import { $models, loadModels } from '#stores/models/models.ts';

type Problem = Extract<GptState, { state: 'refused' | 'failed' }>;

/**
 * Shows a GPT that has no page in the release, because it is newer or unlisted, or the reason why it is not shown. For
 * an unknown GPT the page stays as it is.
 */
export async function showGpt(page: HTMLElement, texts: Texts, id: string): Promise<void> {
  await Promise.all([loadGpt(id, texts.language), loadModels(texts.language)]);
  const loaded = $gpts.get()[id];
  if (loaded?.state === 'ready') showFound(page, texts, loaded.gpt);
  else if (loaded && loaded.state !== 'loading') showProblem(page, texts, loaded);
}

function showFound(page: HTMLElement, texts: Texts, gpt: Gpt): void {
  const name = isolate(cleanText(gpt.name) || gpt.id);
  const author = isolate(cleanText(gpt.author ?? ''));
  document.title = texts.t(gpt.author === null ? 'gpt.title' : 'gpt.titleBy', { name, author });
  const toHtml = (text: string) => answerInLanguage(instructionsHtml(text, location.host), texts.t);
  const model = answeringTitle($models.get().models, gpt.model);
  page.innerHTML = missingGpt(texts, gpt, model, toHtml, location.origin).html;
}

function showProblem(page: HTMLElement, texts: Texts, { state, problem }: Problem): void {
  const isGone = problem.key === 'errors.gone';
  if (state === 'failed') drawHead(page, serverBusy(texts, location.href));
  else if (isGone || problem.key === 'errors.gpt_not_public') {
    drawHead(page, refusedGpt(texts, isGone));
  } else return;
  document.title = `${page.querySelector('h1')?.textContent ?? ''} · Dolores`;
}
