/** The code that every page of the site layout runs at once. Bundled separately, so that Astro inlines it. */
import '#elements/siteBanner.ts';
import '#elements/scrollState.ts';
import '#elements/openers.ts';
import '#elements/languageMenu.ts';
import '#elements/themeSwitch.ts';
import '#elements/loadMissingPage.ts';
import '#elements/reserveLoadMore.ts';
import '#elements/restoreQuery.ts';
import { loadModule } from '#elements/deferred.ts';
import { listenForSearchKey } from '#elements/searchShortcut.ts';

listenForSearchKey();

// The user signed in in another tab (`stores/account/user.ts`).
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'account' && newValue !== null) void loadModule('start-up');
});

if (document.documentElement.classList.contains('signed-in')) void loadModule('start-up');

// These events are dispatched when the user is known: cards show saved GPTs, plans the user’s own plan.
for (const name of ['save-gpt', 'offers']) {
  document.addEventListener(`wake:${name}`, () => void loadModule(name));
}

// A page may need a module at once: the page of results needs it if no server has filled the page.
const atOnce = document.querySelector<HTMLElement>('[data-at-once]')?.dataset['atOnce'];
if (atOnce) void loadModule(atOnce);

// After a reload, steps back lead to addresses that an earlier copy of the page had added: reload the page for them.
const { search } = location;
addEventListener('popstate', () => {
  if (location.search !== search && !customElements.get('search-results')) location.reload();
});
