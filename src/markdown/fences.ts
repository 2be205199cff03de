export type Fence = { mark: string; length: number; info: string; indent: number };

const fenceLine = /^(\s*)(?:(`{3,})([^`]*)|(~{3,})(.*))$/;

/** Deeper fences are lines of code, so that a long text of them takes linear time. */
const deepest = 4;

/** Returns the fence of code that a line may open. */
export function fenceOf(line: string): Fence | undefined {
  const match = fenceLine.exec(line);
  if (!match) return undefined;
  const marks = match[2] ?? match[4] ?? '';
  const info = (match[3] ?? match[5] ?? '').trim();
  return { mark: marks[0] ?? '', length: marks.length, info, indent: match[1]?.length ?? 0 };
}

/** The lines before and after a line, if they are known. */
type Around = { before?: string | undefined; after?: string | undefined };

/**
 * Returns the open fences after a line of code, the outermost first. Within Markdown a fence opens code of its own, as
 * models write it, although the marks are not longer around it: one with a language, and one without where a text does
 * not end, after a colon or a blank line and before more text.
 */
export function fencesAfter(
  open: readonly Fence[],
  line: string,
  around: Around = {},
): readonly Fence[] {
  const last = open.at(-1);
  if (!last) return open;
  const mayOpen = isMarkdown(last) && open.length < deepest;
  if (closes(line, last) && !(mayOpen && isBetween(around))) return open.slice(0, -1);
  if (!mayOpen) return open;
  const fence = fenceOf(line);
  const isWithin = fence?.mark === last.mark && fence.length >= last.length;
  return isWithin ? [...open, fence] : open;
}

function isBetween({ before = '', after = '' }: Around): boolean {
  return /^\s*$|[:：]\s*$/.test(before) && after.trim() !== '' && !fenceOf(after);
}

export function isMarkdown({ info }: Fence): boolean {
  return /^(?:markdown|mdx?)(?![\w-])/i.test(info);
}

function closes(line: string, { mark, length }: Fence): boolean {
  const marks = line.trim();
  return marks.length >= length && marks === mark.repeat(marks.length);
}
