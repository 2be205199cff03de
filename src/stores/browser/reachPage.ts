/**
 * Whether this page can be loaded again. If code of it cannot, the page is outdated. Imports nothing, because every page of
 * the site carries it.
 */
export function canReachPage(): Promise<boolean> {
  return fetch('', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
