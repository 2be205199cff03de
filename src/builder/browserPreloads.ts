/**
 * Makes the code smaller with which browsers fetch the files of a later part side by side. Vite’s own also handles old
 * browsers, and names files that have arrived before. It would be two of the hundred KB that come before the message
 * box of the chat area works.
 */

/** The module that Vite adds to everything with a dynamic import. */
const helper = '\0vite/preload-helper.js';

/**
 * Fetches the files of a part, then runs `load`, which imports it. Only styles are awaited. A file that failed is fetched
 * again the next time.
 */
const code = `
const begun = {};
export const __vitePreload = (load, files = []) =>
  Promise.all(files.map((file) => (begun[file] ??= fetchFile(file)))).then(load);
const fetchFile = (file) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.href = '/' + file;
    link.onload = resolve;
    link.onerror = () => {
      begun[file] = undefined;
      reject(Error(file));
    };
    if (file.endsWith('css')) link.rel = 'stylesheet';
    else {
      link.rel = 'modulepreload';
      resolve();
    }
    document.head.append(link);
  });
`;

type Chunks = Readonly<Record<string, { imports?: string[] }>>;

/** The plugin for Vite. It changes the code for browsers only. */
export function browserPreloads() {
  let chunks: Chunks = {};
  return {
    name: 'dolores:browser-preloads',
    enforce: 'pre' as const,
    applyToEnvironment: isClient,
    configEnvironment: (name: string) =>
      isClient({ name })
        ? {
            build: {
              modulePreload: {
                polyfill: false,
                resolveDependencies: (
                  _part: string,
                  files: string[],
                  { hostId }: { hostId: string },
                ): string[] => {
                  const present = importedBy(hostId, chunks);
                  return files.filter((file) => !present.has(file));
                },
              },
            },
          }
        : undefined,
    load: (id: string): string | undefined => (id === helper ? code : undefined),
    generateBundle: {
      order: 'pre' as const,
      handler(_: object, bundle: Chunks): void {
        chunks = bundle;
      },
    },
  };
}

function isClient({ name }: { name: string }): boolean {
  return name === 'client';
}

/** Returns a file and all that it imports: what a browser has when the file runs. */
function importedBy(file: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of chunks[file]?.imports ?? []) importedBy(imported, chunks, found);
  return found;
}
