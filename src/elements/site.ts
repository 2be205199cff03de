/** What every page of the site layout does before it is touched. Bundled alone, so that it can stand in the page. */
import '#elements/siteBanner.ts';
import '#elements/scrollState.ts';
import '#elements/openers.ts';
import '#elements/languageMenu.ts';
import '#elements/themeSwitch.ts';
import { loadModule } from '#elements/deferred.ts';

if (document.documentElement.classList.contains('signed-in')) void loadModule('start-up');
