import type { Locator, Page } from '@playwright/test';

/** The frame of every page of the directory, around its content. */
export class SitePage {
  readonly page: Page;
  readonly bar: Locator;
  readonly menu: Locator;
  readonly banner: Locator;
  readonly dismiss: Locator;
  readonly sign: Locator;
  readonly saved: Locator;
  readonly account: Locator;
  readonly accountMenu: Locator;
  readonly theme: Locator;
  readonly languages: Locator;
  readonly openDrawer: Locator;
  readonly drawer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('banner');
    this.menu = this.bar.getByRole('navigation', { name: 'Main' });
    this.banner = page.getByRole('complementary', { name: 'Announcement' });
    this.dismiss = this.banner.getByRole('button', { name: 'Dismiss announcement' });
    this.sign = this.bar.getByRole('button', { name: 'Sign in', exact: true });
    this.saved = this.bar.getByRole('link', { name: 'Saved GPTs' });
    this.account = this.bar.getByRole('button', { name: 'Account' });
    this.accountMenu = page.locator('#avatar-menu');
    this.theme = page.getByRole('button', { name: 'Dark mode' });
    this.languages = page.getByRole('navigation', { name: 'Languages' });
    this.openDrawer = this.bar.getByRole('button', { name: 'Open menu' });
    this.drawer = page.getByRole('dialog', { name: 'Menu' });
  }

  async open(path = '/en'): Promise<void> {
    await this.page.goto(path);
  }

  /** Names and targets of the links in a menu. */
  async linksOf(menu: Locator): Promise<[name: string, target: string | null][]> {
    await menu.getByRole('link').first().waitFor();
    const links = await menu.getByRole('link').all();
    return Promise.all(
      links.map(async (link): Promise<[string, string | null]> => {
        return [(await link.innerText()).trim(), await link.getAttribute('href')];
      }),
    );
  }

  async openLanguages(): Promise<void> {
    await this.bar.getByRole('button', { name: /^Language:/ }).click();
  }

  async openAccount(): Promise<void> {
    await this.account.click();
    await this.accountMenu.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  async scrollTo(top: number): Promise<void> {
    await this.page.evaluate((y) => scrollTo(0, y), top);
  }
}
