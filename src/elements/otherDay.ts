import { isDay } from '#domain/dates.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';

/** The form for a day that the menu does not list. Leads to the address of its ranking, where the server is asked. */
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches('.other-day')) return;
  event.preventDefault();
  const day = form.querySelector('input')?.value ?? '';
  const { language } = splitLanguage(location.pathname);
  if (language && isDay(day)) location.assign(rankingPath(language, 'daily', day));
});
