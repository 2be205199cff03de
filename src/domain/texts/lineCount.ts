/** Width of a line in Latin letters: about 68 of them fit into a column of text. */
const lineWidth = 68;

/** Letters of Chinese, Japanese and Korean, which are twice as wide. */
const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g;

/** Returns about how many lines a text takes in a column of text. */
export function lineCount(text: string): number {
  return text.split('\n').reduce((lines, line) => {
    const width = line.length + (line.match(wide)?.length ?? 0);
    return lines + Math.max(1, Math.ceil(width / lineWidth));
  }, 0);
}
