/** The part of Vite’s description of all modules that is used here. */
type Graph = {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
};

/** `later`: parts that are fetched when somebody needs them. */
type Way = 'chat' | 'answers' | 'later' | 'site';

/** Code of ours, and small packages that belong to it. */
const ours =
  /(src[\\/](stores|contract|domain|i18n|islands)|node_modules[\\/](nanostores|zod|eventsource-parser|lucide-react))[\\/]/;

const icons = /node_modules[\\/]lucide-react[\\/]/;

const chatArea = /islands[\\/]Chat\.tsx$/;

/** The modules that the chat area fetches for its first answer. */
const answerRoots = /[\\/](?:AnswerText|MessageList)\.tsx$/;

/** Fetched also without an answer of this page, when another device asks. */
const eventRoot = /[\\/]answerEvents\.ts$/;

/** The group, and so the beginning of the file name, of what the first answer fetches (`builder/modulePreloads.ts`). */
export const answersGroup = 'answers';

/**
 * Puts shared modules into few files instead of dozens, which a phone would fetch six at a time: one for all, one for the
 * chat area, one for the pages of the site. The first answer adds `answers`, `parts`, which later parts of the chat area
 * share, and `common`, which the site shares. Later parts stay apart, and so do the modules of one island only, and those
 * of the inlined script of every page.
 */
export const codeSplitting = {
  groups: [
    {
      name: 'framework',
      test: /node_modules[\\/](react|react-dom|scheduler|@nanostores|@astrojs)[\\/]/,
    },
    // Each takes along what its modules are made of, so those that more need come first.
    group('shared', { minShareCount: 2, tags: ['$initial'] }),
    // The code of the chat area is one file, which compresses better than two.
    group('chat', { tags: ['$initial'] }),
    group('common', { minShareCount: 2 }),
    group('parts', { minShareCount: 2 }),
    group('site', { minShareCount: 2, tags: ['$initial'] }),
    group(answersGroup, {}),
  ],
};

function group(name: string, more: { minShareCount?: number; tags?: string[] }) {
  return {
    name: (id: string, graph: Graph) => (isIn(name, id, graph) ? name : null),
    test: ours,
    ...more,
  };
}

/** Returns whether a module belongs to a group. Shared icons that no group before has taken are in `parts`. */
function isIn(name: string, id: string, graph: Graph): boolean {
  return groupOf(id, graph) === name || (name === 'parts' && icons.test(id));
}

/** Returns the group of a module by the parts of the product that need it. */
function groupOf(id: string, graph: Graph): string {
  const ways = new Set<Way>();
  findWays(id, graph, ways, new Set());
  if (ways.has('chat')) return ways.has('site') ? 'shared' : 'chat';
  if (!ways.has('answers')) return 'site';
  if (ways.has('site')) return 'common';
  return ways.has('later') ? 'parts' : answersGroup;
}

/** Follows the importers of a module up to the islands, pages and later parts that begin with it. */
function findWays(id: string, graph: Graph, ways: Set<Way>, seen: Set<string>): void {
  if (seen.has(id)) return;
  seen.add(id);
  if (chatArea.test(id)) return void ways.add('chat');
  if (answerRoots.test(id)) return void ways.add('answers');
  if (eventRoot.test(id)) ways.add('answers').add('later');
  const info = graph.getModuleInfo(id);
  if (!info || info.isEntry) return void ways.add('site');
  if (info.importers.length === 0) return void ways.add('later');
  for (const importer of info.importers) findWays(importer, graph, ways, seen);
}
