import type { Licence } from '#domain/ranking/licence.ts';
import {
  type RecomputedPage,
  rankingModulePath,
  rankingModules,
  recordFiles,
  recordPathAt,
} from '#domain/ranking/rankingPaths.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';

/**
 * Returns how anyone recomputes a ranking: the button, and the files for doing it without this page. Without a licence the
 * records of the period were removed. Needs the texts `ranking.recompute.*` of `i18n/messages.ts`.
 */
export function recomputeSection(
  { t }: Texts,
  page: RecomputedPage,
  licence: Licence | null,
): Markup {
  return markup`
    <section class="recompute ranking-notes" aria-labelledby="recompute">
      <h2 id="recompute">${t('ranking.recompute.title')}</h2>
      ${licence === null ? markup`<p class="negative">${t('ranking.recompute.chain.gone')}</p>` : recomputing(t, page, licence)}
    </section>`;
}

function recomputing(t: Texts['t'], page: RecomputedPage, licence: Licence): Markup {
  const { source, range, value } = page;
  const files = [
    ...recordFiles.map((file) => ({ file, href: recordPathAt(source, range, value, file) })),
    ...rankingModules.map((file) => ({ file, href: rankingModulePath(file) })),
  ];
  const links = files.map(
    ({ file, href }) => markup`<a href="${href}">${t(`ranking.recompute.file.${file}`)}</a> `,
  );
  return markup`
    <p>${t('ranking.recompute.text')}</p>
    <form method="post" class="needs-script" data-needs="recompute" data-page="${JSON.stringify(page)}" data-missing="${t('ranking.recompute.missing')}">
      <button type="submit" class="button button-quiet">${t('ranking.recompute.button')}</button>
      <output></output>
    </form>
    <p>
      ${links}
      <span>${t('ranking.recompute.licence')} <a href="${licence.url}" rel="license noopener">${licence.name}</a></span>
    </p>`;
}
