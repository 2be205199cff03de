import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { applyThrottling, profiles } from '../bench/profiles.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';
import { readCode } from './mailbox.ts';
import { holdScripts } from './network.ts';
import type { LoginDialog } from './pages/LoginDialog.ts';

/** The sign-in dialog in a page whose scripts have not arrived: they are held back until a test releases them. */
test.describe('the sign-in dialog before its script has loaded', () => {
  test('opens with a form that takes an address, and sends the code once the script has loaded @both', async ({
    site,
    login,
    page,
    requests,
  }) => {
    await onSlowPhone(page);
    const release = await holdScripts(page);
    const email = newEmail();
    await site.open('/en/gpts/regex-workbench');
    await site.sign.click();
    await expect(login.email).toBeFocused();
    await page.keyboard.type(email.slice(0, 20));
    await expect(login.email).toHaveValue(email.slice(0, 20));
    expect(requests.filter((request) => request.includes('/api/'))).toEqual([]);

    // The rest is typed while the script arrives and takes the form over.
    release();
    await page.keyboard.type(email.slice(20), { delay: 100 });
    await expectTakenOver(login);
    await expect(login.email).toHaveValue(email);
    await login.getCode.click();
    await expect(login.sent).toContainText(email);
    await login.code.fill(await readCode(email));
    await expect(site.account).toBeVisible();
  });

  test('stays closed when it was closed before its script has loaded @long', async ({
    site,
    gptPage,
    login,
    page,
  }) => {
    const release = await holdScripts(page, '**/LoginDialog*.js');
    await site.open('/en/gpts/regex-workbench');
    await gptPage.save.click();
    await expect(login.email).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(login.dialog).toBeHidden();
    release();
    await expect(page.locator('#login-dialog astro-island')).not.toHaveAttribute('ssr');
    await expect(login.dialog).toBeHidden();
  });

  test('keeps text, focus and caret, and repeats the click', async ({ site, login, page }) => {
    const release = await holdScripts(page);
    const email = newEmail();
    await site.open();
    await site.sign.click();
    await page.keyboard.type(email);
    await login.code.focus();
    await page.keyboard.type('15');
    await page.keyboard.press('ArrowLeft');
    await login.getCode.click();
    await expect(login.getCode).toHaveAttribute('aria-busy', 'true');
    await login.code.focus();
    const field = await login.code.elementHandle();
    release();
    await expect(login.sent).toContainText(email);
    await expect(login.dialog.locator('[aria-busy]')).toHaveCount(0);
    await expect(login.email).toHaveValue(email);
    expect(await field?.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('4');
    await expect(login.code).toHaveValue('145');
  });

  test('withdraws a press when more is typed after it @long', async ({
    site,
    login,
    page,
    requests,
  }) => {
    const release = await holdScripts(page);
    const email = newEmail();
    await site.open();
    await site.sign.click();
    await page.keyboard.type(email);
    await login.getCode.click();
    await login.email.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('a');
    await expect(login.getCode).not.toHaveAttribute('aria-busy');
    release();
    await expectTakenOver(login);
    await expect(login.getCode).toBeEnabled();
    await login.getCode.click();
    await expect(login.sent).toContainText(`${email}a`);
    expect(requests.filter((request) => request.includes('/api/login'))).toHaveLength(1);
  });

  test('requests a code with Enter, or shows the error @long', async ({
    site,
    login,
    page,
    requests,
  }) => {
    const release = await holdScripts(page);
    const email = newEmail();
    await site.open();
    await site.sign.click();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    release();
    await expect(login.sent).toContainText(email);
    expect(requests.filter((request) => request.includes('/api/login'))).toHaveLength(1);

    await page.reload();
    await site.sign.click();
    await login.email.fill(email);
    await login.code.fill('12');
    await login.code.press('Enter');
    await expect(login.code).toHaveAccessibleDescription('Verification code must be 4 digits');
    expect(new URL(page.url()).pathname).toBe('/en');
  });

  test('is used with the keyboard, closes with Escape and gives the focus back @long', async ({
    site,
    login,
    page,
  }) => {
    const release = await holdScripts(page);
    await site.open();
    await site.sign.focus();
    await page.keyboard.press('Enter');
    await expect(login.email).toBeFocused();
    await page.keyboard.type('half@');
    const link = (name: string) => login.dialog.getByRole('link', { name });
    for (const next of [login.getCode, link('Terms'), link('Privacy'), login.code, login.submit]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(login.dialog).toBeHidden();
    await expect(site.sign).toBeFocused();
    release();
    await page.keyboard.press('Enter');
    await expectTakenOver(login);
    await expect(login.email).toBeFocused();
    await expect(login.email).toHaveValue('half@');
  });

  for (const language of ['en', 'zh'] as const) {
    test(`looks the same as with its script, and is accessible, in ${language} ${languageTags[language]}`, async ({
      site,
      login,
      page,
    }) => {
      const warnings: string[] = [];
      page.on('console', (line) => {
        if (/error|warning/.test(line.type())) warnings.push(line.text());
      });
      const release = await holdScripts(page);
      await site.open(`/${language}`);
      await page.locator('[commandfor="login-dialog"]').click();
      await expect(login.frame).toBeVisible();
      const before = await lookOf(page, login.frame);
      await expectNothingWrong(page, '#login-dialog');
      const field = await login.frame.locator('input').first().elementHandle();
      release();
      await expectTakenOver(login);
      const after = await lookOf(page, login.frame);
      expect(after.boxes).toEqual(before.boxes);
      for (const [index, picture] of after.pictures.entries()) {
        // An edge between two pixels may be drawn by one of 255 steps brighter.
        expect(largestDifference(picture, before.pictures[index])).toBeLessThanOrEqual(2);
      }
      // React would replace elements that differ.
      expect(await field?.evaluate((input) => input.isConnected)).toBe(true);
      expect(warnings).toEqual([]);
    });
  }

  test('reports that the script did not load, and works at the next try', async ({
    site,
    login,
    page,
    context,
  }) => {
    const email = newEmail();
    await site.open();
    await context.setOffline(true);
    await site.sign.click();
    await page.keyboard.type(email);
    await login.getCode.click();
    await expect(login.dialog.getByRole('alert')).toHaveText([/cannot be reached/]);
    await expect(login.getCode).not.toHaveAttribute('aria-busy');
    await context.setOffline(false);
    await login.getCode.click();
    await expect(login.sent).toContainText(email);
    await expect(login.dialog).not.toContainText('cannot be reached');
  });
});

/** The latency and the bandwidth of a phone, as `bench:pages` measures it; not its processor. */
async function onSlowPhone(page: Page): Promise<void> {
  const throttling = profiles.find(({ name }) => name === 'mobile')?.throttling;
  if (!throttling) throw new Error('The profile of a phone has no throttling');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await applyThrottling(session, {
    name: 'mobile',
    context: {},
    throttling: { ...throttling, cpuSlowdown: 1 },
  });
}

/** React has taken the form over. */
async function expectTakenOver(login: LoginDialog): Promise<void> {
  await expect(login.frame.locator('astro-island')).not.toHaveAttribute('ssr');
}

type Look = {
  /** Where each element of the dialog is. */
  boxes: string[];
  /** The pixels of the dialog in either display mode. */
  pictures: Buffer[];
};

async function lookOf(page: Page, dialog: Locator): Promise<Look> {
  const pictures: Buffer[] = [];
  for (const isDark of [false, true]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), isDark);
    const picture = await dialog.screenshot({ animations: 'disabled' });
    pictures.push(await sharp(picture).raw().toBuffer());
  }
  const boxes = await dialog.locator('*').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.tagName} ${x} ${y} ${width} ${height}`;
    }),
  );
  return { boxes, pictures };
}

/** Infinite where the pictures are not of one size. */
function largestDifference(one: Buffer, other: Buffer | undefined): number {
  if (one.length !== other?.length) return Infinity;
  return one.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))),
    0,
  );
}
