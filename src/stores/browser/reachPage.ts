/**
 * Whether this page can be loaded again. If code of it cannot, the page is outdated. Imports nothing, because every page of
 * the site carries it.
 */
export async function canReachPage(): Promise<boolean> {
  const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  );
  return response?.ok === true;
}
