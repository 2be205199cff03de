/** Most characters of the definitions that are added to a block. */
const charactersAtMost = 4_000;

const label = /\[[^[\]]{1,200}\]/g;

/** The link definitions of a text, found by their labels. */
export type LinkDefinitions = ReadonlyMap<string, string>;

/** `lines`: the definitions (`[label]: address`), one a line. The first one of a label counts. */
export function linkDefinitions(lines: readonly string[]): LinkDefinitions {
  const definitions = new Map<string, string>();
  for (const line of lines) {
    const name = line.slice(line.indexOf('['), line.indexOf(']') + 1).toLowerCase();
    if (!definitions.has(name)) definitions.set(name, line);
  }
  return definitions;
}

/** Returns the definitions that a block uses, one a line. */
export function linksOf(source: string, definitions: LinkDefinitions): string {
  if (definitions.size === 0) return '';
  const used = new Set<string>();
  let characters = 0;
  for (const [name] of source.toLowerCase().matchAll(label)) {
    const line = definitions.get(name);
    if (line === undefined || used.has(line)) continue;
    characters += line.length;
    if (characters > charactersAtMost) break;
    used.add(line);
  }
  return [...used].join('\n');
}
