import { splitLanguage, rankingPath } from '#domain/urls.ts';
import { $weekTimes } from '#stores/ranking.ts';
import { startWhereSignedIn } from '#stores/startup.ts';

/** Start-up on site pages: only for those who may be signed in; then the drawer’s ranking link names the first week. */
$weekTimes.subscribe((weeks) => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-week]');
  const { language } = splitLanguage(location.pathname);
  const week = weeks?.[0]?.value;
  if (link && language && week) link.href = rankingPath(language, 'weekly', week);
});

void startWhereSignedIn();
