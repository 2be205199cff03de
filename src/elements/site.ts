/** The code that every page of the site layout runs at once. Bundled alone, so that it can stand in the page. */
import '#elements/siteBanner.ts';
import '#elements/scrollState.ts';
import '#elements/openers.ts';
import '#elements/languageMenu.ts';
import '#elements/themeSwitch.ts';
import '#elements/askLater.ts';
import '#elements/reserveLoadMore.ts';
import '#elements/restoreQuery.ts';
import { loadModule } from '#elements/deferred.ts';
import { listenForSearchKey } from '#elements/searchShortcut.ts';

listenForSearchKey();

// Somebody signed in in another tab (`stores/account/user.ts`).
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'account' && newValue !== null) void loadModule('start-up');
});

if (document.documentElement.classList.contains('signed-in')) void loadModule('start-up');

// Somebody is signed in: cards show what they saved, plans which of them they have.
for (const name of ['save-gpt', 'offers']) {
  document.addEventListener(`wake:${name}`, () => void loadModule(name));
}

// The page needs this module at once: the page of results, where no server filled it.
const atOnce = document.querySelector<HTMLElement>('[data-at-once]')?.dataset['atOnce'];
if (atOnce) void loadModule(atOnce);

// After a reload, steps back lead to addresses that an earlier copy of the page made: this copy is made anew for them.
const { search } = location;
addEventListener('popstate', () => {
  if (location.search !== search && !customElements.get('search-results')) location.reload();
});
