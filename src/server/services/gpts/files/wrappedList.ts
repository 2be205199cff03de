/** Names of lists of rows within an object. */
const listNames: ReadonlySet<string> = new Set([
  'gpts',
  'items',
  'data',
  'results',
  'agents',
  'assistants',
  'entries',
]);

/** A token of JSON: a text, a bracket or other sign, or a word such as `true` or a number. */
const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+)/gy;

/**
 * Finds the list of rows in an object, beside other keys: `{"meta":{…},"gpts":[{…}]}`, also in an object of such a name
 * (`{"data":{"items":[…]}}`). Returns the index of its bracket. `text` are the first characters of a file.
 * Returns `undefined` if the object ends before, or is a row itself: those have an id, and no `gpts`. Rows of JSON Lines may
 * have such lists before their ids, too: there another object follows.
 */
export function findWrappedList(text: string): number | undefined {
  token.lastIndex = 0;
  const open: { bracket: string; key: string }[] = [];
  const ownKeys = new Set<string>();
  let [key, before] = ['', ''];
  let list: { key: string; start: number } | undefined;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, found = ''] = match;
    if (found === ':') {
      key = before.slice(1, -1);
      if (open.length === 1) ownKeys.add(key);
    } else if (
      list === undefined &&
      found === '[' &&
      before === ':' &&
      isList(open, key, text.slice(token.lastIndex, token.lastIndex + headCharacters))
    ) {
      if (isRow(ownKeys, key)) return undefined;
      list = { key, start: token.lastIndex - 1 };
      open.push({ bracket: found, key });
    } else if (found === '{' || found === '[') {
      open.push({ bracket: found, key });
    } else if (found === '}' || found === ']') {
      open.pop();
      before = found;
      if (open.length > 0) continue;
      const isLine = text.startsWith('{', skipSpace(text, token.lastIndex));
      return !list || isLine || isRow(ownKeys, list.key) ? undefined : list.start;
    }
    before = found;
  }
  return list?.start;
}

function isRow(keys: ReadonlySet<string>, list: string): boolean {
  return keys.has('id') && (keys.has('name') || list !== 'gpts');
}

/** Characters in which the first element of a list begins, behind white space. */
const headCharacters = 1_000;

function skipSpace(text: string, from: number): number {
  const space = /\s*/y;
  space.lastIndex = from;
  space.exec(text);
  return space.lastIndex;
}

/** Whether a list has rows: by its name, the objects around it, and its first element. */
function isList(
  open: readonly { bracket: string; key: string }[],
  key: string,
  rest: string,
): boolean {
  const [, ...inner] = open;
  const isNear = inner.every((one) => one.bracket === '{' && listNames.has(one.key));
  return open.length > 0 && isNear && listNames.has(key) && /^\s*[{\]]/.test(rest);
}
