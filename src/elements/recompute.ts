import { gptPath } from '#domain/gpts/gptPaths.ts';
import { parseTrusted } from '#domain/json.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import type { RecomputedPage } from '#domain/ranking/rankingPaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { translate } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';
import { type RecomputeText, recomputeTexts } from '#i18n/recomputeTexts.ts';
import { type ComparedPlace, loadRecomputeTexts, recompute } from '#stores/ranking/recompute.ts';

type Translate = ReturnType<typeof translate>;

/** The button "Recompute" of a ranking: counts again with the published files, and marks each row of the table. */
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches('.recompute form')) return;
  event.preventDefault();
  void show(form);
});

async function show(form: HTMLFormElement): Promise<void> {
  const language = splitLanguage(location.pathname).language ?? defaultLanguage;
  const { page = '{}', missing = '' } = form.dataset;
  const asked = parseTrusted<RecomputedPage>(page);
  const button = form.querySelector('button');
  const output = form.querySelector('output');
  if (!button || !output || button.ariaDisabled === 'true') return;
  // A disabled button would lose the focus.
  button.ariaDisabled = button.ariaBusy = 'true';
  clearMarks();
  output.replaceChildren(paragraph('…', 'neutral'));
  const [messages, recomputed] = await Promise.all([
    loadRecomputeTexts(language),
    recompute(asked),
  ]);
  const texts: RecomputeText[] = [{ text: missing, tone: 'negative' }];
  if (messages !== undefined) {
    const t = translate(messages, language);
    const comparison =
      recomputed.state === 'compared'
        ? { ...recomputed, ...markRows(recomputed.places, language, t) }
        : recomputed;
    texts.splice(0, 1, ...recomputeTexts(comparison, asked.range, language, t));
  }
  output.replaceChildren(...texts.map(({ text, tone }) => paragraph(text, tone)));
  button.ariaDisabled = button.ariaBusy = null;
}

function clearMarks(): void {
  for (const mark of document.querySelectorAll('.ranking-growth .check')) mark.remove();
}

/** Marks each row as equal or different. A row also differs if it shows another GPT or number than the published place. */
function markRows(
  places: readonly ComparedPlace[],
  language: Language,
  t: Translate,
): { all: number; wrong: number } {
  const wrong = new Set(places.flatMap(({ isEqual }, index) => (isEqual ? [] : [index])));
  for (const row of document.querySelectorAll<HTMLTableRowElement>('.ranking-growth tbody tr')) {
    const [head, gpt, , , growth] = row.cells;
    const rank = Number(head?.querySelector('span')?.textContent);
    const place = places[rank - 1];
    const isShown =
      place?.isEqual === true &&
      gpt?.querySelector('a')?.getAttribute('href') === gptPath(language, place.id) &&
      growth?.lastElementChild?.textContent === formatOf(language).number(place.growth);
    if (!isShown) wrong.add(rank - 1);
    head?.querySelector('span')?.after(checkMark(isShown, t));
  }
  return { all: places.length, wrong: wrong.size };
}

function checkMark(isEqual: boolean, t: Translate): HTMLElement {
  const mark = document.createElement('span');
  mark.className = isEqual ? 'check positive' : 'check negative';
  const words = document.createElement('span');
  words.className = 'sr-only';
  words.textContent = t(`ranking.recompute.${isEqual ? 'isEqual' : 'isDifferent'}`);
  mark.append(words);
  return mark;
}

function paragraph(text: string, tone: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = tone;
  element.textContent = text;
  return element;
}
