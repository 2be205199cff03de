import { loadModule } from '#elements/deferred.ts';

/**
 * After a reload or a step back, `restoreLoadMore.ts` adds the same pages of the list again. Its room is there at once,
 * so that the browser finds the place it was scrolled to and nothing jumps; what goes there comes with the module.
 */
const kept = history.state as { more?: number; room?: number } | null;
const list = document.getElementById('gpts');
if (list && kept?.more) {
  const name = list.closest('search-results') ? 'search-results' : 'load-more';
  list.style.minHeight = `${kept.room}px`;
  void loadModule(name).then(() => {
    if (!customElements.get(name)) list.style.minHeight = '';
  });
}
