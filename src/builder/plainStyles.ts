/**
 * Makes the sheets of the site smaller: Tailwind’s utilities set variables (`--tw-…`) for other utilities on the same
 * element, and declare each of them twice. Our pages use none of them together, so their values are written in place.
 */

const pageSheet = /[\\/]src[\\/]styles[\\/]pages[\\/]\w+\.css/;
/** Values for browsers without `@property`. */
const fallbacks = /@layer properties\{@supports [^{]*\{[^{]*\{[^}]*\}\}\}/g;
const registration = /@property (--tw-[\w-]+)\{[^}]*?(?:initial-value:([^}]*))?\}/g;
const variable = /var\((--tw-[\w-]+)(?:,\s*)?\)/g;

/** Whose value is the reset’s, or that of a utility which sets the same property. */
const canBeOmitted = /^(border(-\w+)*-style|content)$/;

/** The plugin for Vite. Must follow Tailwind’s. */
export function plainStyles() {
  return {
    name: 'dolores:plain-styles',
    enforce: 'pre' as const,
    apply: 'build' as const,
    transform(code: string, id: string) {
      return pageSheet.test(id) ? { code: withoutVariables(code), map: null } : undefined;
    },
  };
}

/** Returns a minified sheet of Tailwind without its variables. Throws if a utility needs the value of another one. */
export function withoutVariables(css: string): string {
  const initial = new Map(
    [...css.matchAll(registration)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
  const sheet = css.replace(registration, '').replace(fallbacks, '');
  const set = new Set(blocksIn(sheet).flatMap((block) => [...valuesIn(block).keys()]));
  return sheet.replace(/\{([^{}]*)\}/g, (rule, block: string) =>
    block.includes('--tw-') ? `{${plainBlock(block, { initial, set })}}` : rule,
  );
}

type Variables = { initial: ReadonlyMap<string, string>; set: ReadonlySet<string> };

function plainBlock(block: string, { initial, set }: Variables): string {
  const own = valuesIn(block);
  const others = declarationsIn(block).filter((text) => !text.startsWith('--tw-'));
  return others
    .filter((text) => {
      const names = [...text.matchAll(variable)].map(([, name = '']) => name);
      const foreign = names.find((name) => !own.has(name) && set.has(name));
      if (foreign === undefined) return true;
      if (canBeOmitted.test(text.slice(0, text.indexOf(':')))) return false;
      throw new Error(
        `“${text}” would need ${foreign} of another utility (builder/plainStyles.ts)`,
      );
    })
    .map((text) =>
      text.replace(variable, (_, name: string) => own.get(name) ?? initial.get(name) ?? ''),
    )
    .join(';');
}

function blocksIn(sheet: string): string[] {
  return [...sheet.matchAll(/\{([^{}]*)\}/g)].map(([, block = '']) => block);
}

function declarationsIn(block: string): string[] {
  return block.split(';').filter((text) => text !== '');
}

/** Returns the variables that a block sets. */
function valuesIn(block: string): Map<string, string> {
  const found = declarationsIn(block).filter((text) => text.startsWith('--tw-'));
  return new Map(
    found.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]),
  );
}
