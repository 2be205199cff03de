import { fileURLToPath } from 'node:url';

/**
 * Makes the icons of `lucide-react` smaller in browsers: they are drawn by `islands/shared/createIcon.ts`, and their
 * lines have no keys for React.
 */

const drawing = fileURLToPath(new URL('../islands/shared/createIcon.ts', import.meta.url));

/** The plugin for Vite. It changes the code for browsers only. */
export function browserIcons() {
  return {
    name: 'dolores:browser-icons',
    enforce: 'pre' as const,
    applyToEnvironment: ({ name }: { name: string }): boolean => name === 'client',
    resolveId: (id: string): string | undefined =>
      id === '../createLucideIcon.mjs' ? drawing : undefined,
    transform(code: string, id: string) {
      if (!/lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id)) return undefined;
      return { code: withoutKeys(code), map: null };
    },
  };
}

/** Removes the parts of an icon’s module that only `lucide-react` itself reads. */
export function withoutKeys(code: string): string {
  return code.replaceAll(/,\s*key: "\w+"|\bsize: 24,|^__iconData\.node;$/gm, '');
}
