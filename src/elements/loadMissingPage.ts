import { loadModule } from '#elements/deferred.ts';

/**
 * The page “not found” may be shown at the address of something that is newer than the release. If the address can
 * belong to such a page (`data-at`), it shows a spinner until the module has loaded that asks the server. If the module
 * cannot be loaded, it shows its own message.
 */
const page = document.querySelector<HTMLElement>('missing-page');
if (page && new RegExp(page.dataset['at'] ?? '').test(location.pathname)) {
  page.ariaBusy = 'true';
  void loadModule('missing-page').then(() => {
    if (!customElements.get('missing-page')) page.removeAttribute('aria-busy');
  });
}
