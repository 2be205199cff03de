import { loadModule } from '#elements/deferred.ts';

/**
 * After a reload or a step back, `restoreLoadMore.ts` adds the same pages of the list again. Their height is reserved
 * here at once, so that the browser can restore the scroll position and nothing jumps while the module loads.
 */
const saved = history.state as { more?: number; height?: number } | null;
const list = document.getElementById('gpts');
if (list && saved?.more) {
  const name = list.closest('search-results') ? 'search-results' : 'load-more';
  list.style.minHeight = `${saved.height}px`;
  void loadModule(name).then(() => {
    if (!customElements.get(name)) list.style.minHeight = '';
  });
}
