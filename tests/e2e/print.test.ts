import { expect, test } from './fixtures.ts';

/** A page of each kind that people print, and the parts that are there on the screen only. */
const pages = [
  ['/en/gpts/regex-workbench', ['.bar', '.foot', 'site-banner', '.action', 'main .button']],
  ['/en/blog/choosing-a-model', ['.bar', '.foot', 'site-banner']],
  ['/en/terms', ['.bar', '.foot', 'site-banner']],
  ['/en/s', ['.shared-bar', '.shared-end']],
] as const;

for (const [path, screenOnly] of pages) {
  test(`${path} is printed light, without the frame of the site and with its folds open`, async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('dark-mode', 'true'));
    await page.goto(path);
    for (const part of screenOnly) await expect(page.locator(part).first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const part of screenOnly) {
      for (const found of await page.locator(part).all()) await expect(found).toBeHidden();
    }
    const { text, folded } = await page.evaluate(() => {
      const inside = [...document.querySelectorAll('main details > :not(summary)')];
      return {
        text: getComputedStyle(document.body).color,
        folded: inside.filter((one) => !one.checkVisibility()).map(({ outerHTML }) => outerHTML),
      };
    });
    // The ink of the light mode.
    expect(text).toBe('oklch(0.24 0.012 50)');
    expect(folded).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

/** Where answers are, and the class of their text. */
const answers = [
  ['/en/gpts/regex-workbench', '.example', 'example-answer'],
  ['/en/s', 'main', 'answer'],
] as const;

for (const [path, place, className] of answers) {
  test(`${path} is printed with all of a wide table, of a long formula and of long code`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 700, height: 900 });
    await page.goto(path);
    await expect(page.locator(place).first()).toBeVisible();
    await page.evaluate(addWideAnswer, { place, className });
    const wide = page.locator('#wide > *');
    const cut = () =>
      wide.evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map(({ localName }) => localName),
      );
    expect(await cut()).toEqual(['div', 'span', 'pre']);
    await page.emulateMedia({ media: 'print' });
    expect(await cut()).toEqual([]);
    for (const part of await wide.all()) {
      await expect(part).toHaveCSS('overflow-x', 'visible');
      await expect(part).toHaveCSS('background-image', 'none');
    }
  });
}

/** Adds a table of 14 columns, a formula of 60 terms and a long line of code, as answers have them. */
function addWideAnswer({ place, className }: { place: string; className: string }): void {
  const answer = document.createElement('div');
  answer.id = 'wide';
  answer.className = className;
  const table = document.createElement('div');
  table.className = 'answer-table';
  const row = table.appendChild(document.createElement('table')).insertRow();
  for (let column = 0; column < 14; column += 1) row.insertCell().append(`Column number${column}`);
  const formula = document.createElement('span');
  formula.className = 'answer-formula';
  const element = (name: string) =>
    document.createElementNS('http://www.w3.org/1998/Math/MathML', name);
  const terms = element('mrow');
  for (let term = 0; term < 60; term += 1) {
    const name = element('mi');
    name.append('x');
    const plus = element('mo');
    plus.append('+');
    terms.append(name, plus);
  }
  const semantics = element('semantics');
  semantics.append(terms);
  const math = element('math');
  math.setAttribute('display', 'block');
  math.append(semantics);
  formula.append(math);
  const code = document.createElement('pre');
  code.appendChild(document.createElement('code')).append('x'.repeat(200));
  answer.append(table, formula, code);
  document.querySelector(place)?.append(answer);
}
