/** The button that dismisses the banner. No custom element, because every page runs this at once. */
document.querySelector('site-banner button')?.addEventListener('click', () => {
  document.documentElement.classList.add('no-banner');
  try {
    localStorage.setItem('banner-dismissed', String(Date.now()));
  } catch {
    // Without storage the banner is back on the next page.
  }
});
