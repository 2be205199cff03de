/** Calls a directive of Astro (`client:load`, `client:interaction`) for an island. */
type Directive = (load: () => Promise<Hydrate>, options: unknown, island: HTMLElement) => unknown;
type Hydrate = () => unknown;
type Renderer = (island: HTMLElement) => (component: unknown, props: object) => unknown;

declare const Astro: Readonly<Record<string, Directive>>;

/**
 * The element of Astro’s islands, a quarter as long as Astro’s own, because every page carries it: our islands have no
 * slots, are in no other island, and their props are JSON (`serverEntry.ts` checks that). Imports nothing.
 */
export class Island extends HTMLElement {
  async connectedCallback(): Promise<void> {
    try {
      // The script of a directive is before the first island that has it.
      const directive = Astro[this.#read('client')];
      await directive?.(() => this.#load(), JSON.parse(this.#read('opts')), this);
    } catch (error) {
      this.#report(error);
    }
  }

  async #load(): Promise<Hydrate> {
    try {
      const [component, renderer] = await Promise.all(
        ['component-url', 'renderer-url'].map((name) => importTwice(this.#read(name))),
      );
      const render = renderer?.['default'] as Renderer;
      return () => this.#hydrate(component?.[this.#read('component-export')], render);
    } catch (error) {
      this.#report(error);
      return () => {};
    }
  }

  async #hydrate(component: unknown, render: Renderer): Promise<void> {
    while (!this.#isParsed()) await wait(10);
    if (!this.isConnected) return;
    await render(this)(component, reviveObject(JSON.parse(this.#read('props'))));
    this.removeAttribute('ssr');
  }

  /** Whether the HTML of the island has arrived. Astro ends it with a comment. */
  #isParsed(): boolean {
    return document.readyState !== 'loading' || this.lastChild?.nodeValue === 'astro:end';
  }

  #read(name: string): string {
    return this.getAttribute(name) ?? '';
  }

  /** `interaction/directive.ts` listens to the event. */
  #report(error: unknown): void {
    console.error(error);
    this.dispatchEvent(new Event('astro:hydration-error'));
  }
}

/** Imports a module. Tries once more with another address, because browsers remember that a module could not be fetched. */
async function importTwice(url: string): Promise<Record<string, unknown>> {
  try {
    return await import(url);
  } catch {
    await wait(1_000);
    return import(`${url}?again=${Date.now()}`);
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Astro writes each value as `[type, value]`, with type 1 for lists. */
function revive([type, value]: [type: number, value: unknown]): unknown {
  if (type === 1) return (value as [number, unknown][]).map(revive);
  return typeof value === 'object' && value ? reviveObject(value) : value;
}

function reviveObject(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revive(part)]));
}

customElements.define('astro-island', Island);
