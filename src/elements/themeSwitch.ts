const key = 'dark-mode';

/** The display mode: a class on the document, kept as `true` or `false`. */
class ThemeSwitch extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', () => this.set(!isDark()));
    addEventListener('storage', (event) => {
      if (event.key === key) this.show(event.newValue === 'true');
    });
    this.show(isDark());
  }

  private set(dark: boolean): void {
    try {
      localStorage.setItem(key, String(dark));
    } catch {
      // It holds for this page.
    }
    // As other tabs hear it: for the other switch, and for notifications.
    dispatchEvent(new StorageEvent('storage', { key, newValue: String(dark) }));
  }

  private show(dark: boolean): void {
    document.documentElement.classList.toggle('dark', dark);
    this.querySelector('button')?.setAttribute('aria-pressed', String(dark));
  }
}

function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

customElements.define('theme-switch', ThemeSwitch);
