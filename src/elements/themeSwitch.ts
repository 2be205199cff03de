const key = 'dark-mode';

/** The switch of the dark mode: a class on the document, stored as `true` or `false`. */
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
      // The choice is valid for this page only.
    }
    // The browser sends this event to other tabs only; the second switch and the notifications of this tab need it too.
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
