import { loadModule } from '#elements/deferred.ts';

/**
 * The page that answers where the release has none may stand at the address of something newer. Where its address
 * looks like that (`data-at`), it waits for the module that asks the server. Should that not come, it says what it
 * was built to say.
 */
const page = document.querySelector<HTMLElement>('missing-page');
if (page && new RegExp(page.dataset['at'] ?? '').test(location.pathname)) {
  page.ariaBusy = 'true';
  void loadModule('missing-page').then(() => {
    if (!customElements.get('missing-page')) page.removeAttribute('aria-busy');
  });
}
