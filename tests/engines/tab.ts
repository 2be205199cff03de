import { expect } from 'vitest';
import { type Seen, elementsExpression, middleExpression, seenExpression } from './elements.ts';
import type { Driver, Key, Position } from './engine.ts';

/**
 * A tab of a browser, the same in each engine. Its elements are those that are visible, named by a CSS selector and,
 * where several match, by their accessible name.
 */
export class Tab {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.#driver.open(new URL(path, this.#origin).href);
  }

  back(): Promise<void> {
    return this.#driver.back();
  }

  press(key: Key): Promise<void> {
    return this.#driver.press(key);
  }

  /** Clicks the element, once there is exactly one, which no other covers and which no longer moves. */
  async click(selector: string, name?: string): Promise<void> {
    const message = `one ${describeTarget(selector, name)} can be clicked`;
    let position: Position | null = null;
    await expect
      .poll(
        async () => {
          const before = position;
          position = await this.#findMiddle(selector, name);
          return position !== null && position.x === before?.x && position.y === before.y;
        },
        { message },
      )
      .toBe(true);
    if (position !== null) await this.#driver.click(position);
  }

  /** Replaces the text of the field by keys, once there is exactly one. */
  async fill(selector: string, text: string, name?: string): Promise<void> {
    await this.click(selector, name);
    await this.#driver.evaluate(`${elementsExpression(selector, name)}[0].select()`);
    await this.#driver.type(text);
  }

  /** Waits until there is exactly one such element. */
  async one(selector: string, name?: string): Promise<Seen> {
    const message = `one ${describeTarget(selector, name)}`;
    let seen: Seen[] = [];
    await expect
      .poll(async () => (seen = await this.all(selector, name)), { message })
      .toHaveLength(1);
    const [only] = seen;
    if (only === undefined) throw new Error(`There is not ${message}`);
    return only;
  }

  /** Waits until the element is gone. */
  async none(selector: string, name?: string): Promise<void> {
    await expect.poll(() => this.texts(selector, name), { message: `no ${selector}` }).toEqual([]);
  }

  async all(selector: string, name?: string): Promise<Seen[]> {
    return (await this.#driver.evaluate(seenExpression(selector, name))) as Seen[];
  }

  async texts(selector: string, name?: string): Promise<string[]> {
    return (await this.all(selector, name)).map(({ text }) => text);
  }

  /** The path of the address, with its query. */
  async address(): Promise<string> {
    return (await this.#driver.evaluate('location.pathname + location.search')) as string;
  }

  /** The value of a `<meta>` element. */
  async meta(name: string): Promise<unknown> {
    return this.#driver.evaluate(`document.querySelector('meta[name="${name}"]')?.content ?? null`);
  }

  async #findMiddle(selector: string, name: string | undefined): Promise<Position | null> {
    return (await this.#driver.evaluate(middleExpression(selector, name))) as Position | null;
  }
}

function describeTarget(selector: string, name: string | undefined): string {
  return name === undefined ? selector : `${selector} with the name “${name}”`;
}
