import '#elements/saveGpt.ts';
import { showAccountPicture } from '#elements/accountPicture.ts';
import { showProviderOutage } from '#elements/providerOutage.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { pageGpt } from '#stores/gpts/pageGpt.ts';
import { $weekTimes } from '#stores/ranking/rankingTimes.ts';
import { $savedGpts, ensureSavedGpts } from '#stores/gpts/saved.ts';
import { startWhereSignedIn } from '#stores/account/startup.ts';
import { isTypedCodeKept } from '#stores/account/typedCode.ts';
import { isVisitor } from '#stores/account/user.ts';
import { wake } from '#stores/browser/wake.ts';

/** Runs on site pages if the visitor may be signed in. Here the ranking link of the drawer gets the newest week. */
$weekTimes.subscribe((weeks) => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-week]');
  const { language } = splitLanguage(location.pathname);
  const week = weeks?.[0]?.value;
  if (link && language && week) link.href = rankingPath(language, 'weekly', week);
});

/** Wakes the islands with the user’s own data. The button of a GPT that is not saved needs no island. */
async function showUserData(): Promise<void> {
  await startWhereSignedIn();
  if (isVisitor()) return;
  void showProviderOutage();
  // The visitor typed a gift code before the sign-in on another page.
  if (isTypedCodeKept()) wake('redeem-page');
  wake('saved-lists');
  wake('offers');
  const id = pageGpt();
  if (id === undefined && !document.querySelector('save-gpt')) return;
  if (!(await ensureSavedGpts())) return;
  if (id !== undefined && $savedGpts.get()?.includes(id)) wake('save-toggle');
}

showAccountPicture();
void showUserData();
