/** A pair of marks around bold, italic or struck text: where the closing one begins, and how long each of them is. */
export type MarkPair = { end: number; size: number };

type Mark = '*' | '_' | '~';

/** A run of equal marks. `start` and `end` are what no pair has taken yet. */
type Run = {
  mark: Mark;
  start: number;
  end: number;
  length: number;
  opens: boolean;
  closes: boolean;
  /** Whether it is one star between letters or digits of our alphabet, as in `2*3*4`. */
  isProduct: boolean;
};

const punctuation = /[\p{P}\p{S}]/u;
const chineseJapaneseKorean =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\u3000-\u303F\uFE30-\uFE4F\uFF00-\uFFEF]/u;
/** Punctuation of all languages, which is of the language of the letter beside it. */
const sharedPunctuation = /[“”‘’…—·]/;

/** Between two stars within words only letters are italic, and not `b=c, d` of `a*b=c, d*e=f`. */
const innerWord = /^\p{L}+$/u;
const innerAtMost = 40;

/** What may be before and after text that is struck by single tildes. Ranges have other signs there: `(1)~(3)`. */
const beforeTilde = /[\p{Ps}\p{Pi}"'*_,;:!?，。、；：！？—–-]/u;
const afterTilde = /[\p{Pe}\p{Pf}"'*_.,;:!?…，。、；：！？—–-]/u;

/**
 * Returns the pairs of `*`, `_` and `~` in a text by where they begin. These are the rules of CommonMark, except that
 * letters and punctuation of Chinese, Japanese and Korean, which are written without blanks, end a word: in
 * `**“重要”**的` CommonMark finds no bold text.
 */
export function pairMarks(text: string): ReadonlyMap<number, MarkPair> {
  const pairs = new Map<number, MarkPair>();
  const open: Run[] = [];
  /** For each kind of closing run where the last one was for which there was no opening one. */
  const unpaired = new Map<string, number>();
  let tilde: Run | undefined;
  for (const [{ length }, start] of runsIn(text)) {
    const run = readRun(text, start, length);
    while (run.closes && run.start < run.end) {
      const kind = `${run.mark}${run.opens ? 1 : 0}${run.isProduct ? 1 : 0}${run.mark === '~' ? length : length % 3}`;
      const at = openerOf(run, open, unpaired.get(kind) ?? 0, { text, tilde });
      if (at < 0) {
        unpaired.set(kind, run.start);
        break;
      }
      open.length = at + 1;
      pair(open, run, pairs);
    }
    if (run.mark === '~') tilde = run;
    if (run.opens && run.start < run.end) open.push(run);
  }
  return pairs;
}

function* runsIn(text: string): Generator<[run: string, start: number]> {
  for (const { 0: run, index } of text.matchAll(/\*+|_+|~+/g)) yield [run, index];
}

/** Pairs the last open run with a closing one. */
function pair(open: Run[], closing: Run, pairs: Map<number, MarkPair>): void {
  const opening = open.at(-1);
  if (!opening) return;
  const isDouble = opening.end - opening.start > 1 && closing.end - closing.start > 1;
  const size = isDouble ? 2 : 1;
  opening.end -= size;
  pairs.set(opening.end, { end: closing.start, size });
  closing.start += size;
  if (opening.start === opening.end) open.pop();
}

/** `tilde`: the last run of tildes. */
type Context = { text: string; tilde: Run | undefined };

/** Returns the index of the last open run that a run closes, but of none before `from`; -1 if there is none. */
function openerOf(run: Run, open: readonly Run[], from: number, context: Context): number {
  for (let at = open.length - 1; at >= 0; at -= 1) {
    const opening = open[at];
    if (!opening || opening.start < from) return -1;
    if (opening.mark === run.mark && fits(opening, run, context)) return at;
  }
  return -1;
}

function fits(opening: Run, closing: Run, { text, tilde }: Context): boolean {
  if (closing.mark === '~') {
    return opening.length === closing.length && (closing.length === 2 || opening === tilde);
  }
  if (opening.isProduct && closing.isProduct) {
    const inner = text.slice(opening.end, Math.min(closing.start, opening.end + innerAtMost + 1));
    return inner.length <= innerAtMost && innerWord.test(inner);
  }
  if (!opening.closes && !closing.opens) return true;
  const isThird = (opening.length + closing.length) % 3 === 0;
  return !isThird || (opening.length % 3 === 0 && closing.length % 3 === 0);
}

function readRun(text: string, start: number, length: number): Run {
  const mark = text.charAt(start) as Mark;
  const before = characterBefore(text, start);
  const after = characterAt(text, start + length);
  const beyond = characterAt(text, start + length + after.length);
  const behind = characterBefore(text, start - before.length);
  const left = flanks(before, after, beyond);
  const right = flanks(after, before, behind);
  const isProduct = mark === '*' && length === 1 && /^\w\w$/.test(before + after);
  const run = { mark, start, end: start + length, length, isProduct };
  if (mark === '*') return { ...run, opens: left, closes: right };
  if (mark === '_') return { ...run, ...underscore(before, after, left, right) };
  return { ...run, ...tildes(before, after, length, left, right) };
}

/** Whether text begins on the `inner` side of a mark. `beyond` is the next character there. */
function flanks(outer: string, inner: string, beyond: string): boolean {
  if (isBlank(inner)) return false;
  if (inner === '~' || !punctuation.test(inner) || isWide(inner, beyond)) return true;
  return isBlank(outer) || punctuation.test(outer) || chineseJapaneseKorean.test(outer);
}

/** Underscores within words, as in `file_name`, are no marks. */
function underscore(before: string, after: string, left: boolean, right: boolean) {
  const isAfterSign = punctuation.test(before);
  const isBeforeSign = punctuation.test(after);
  return {
    opens: left && (!right || isAfterSign || (isBeforeSign && chineseJapaneseKorean.test(before))),
    closes: right && (!left || isBeforeSign || (isAfterSign && chineseJapaneseKorean.test(after))),
  };
}

/** A single tilde is also “about”, “to” and a folder (`~5`, `3~5`, `~/bin`). */
function tildes(before: string, after: string, length: number, left: boolean, right: boolean) {
  const isRange = /\d/.test(before) && /\d/.test(after);
  if (isRange || length > 2) return { opens: false, closes: false };
  if (length === 2) return { opens: left, closes: right };
  const isFolder = after === '/';
  return {
    opens: left && !isFolder && (isBlank(before) || beforeTilde.test(before)),
    closes: right && (isBlank(after) || afterTilde.test(after)),
  };
}

function isWide(character: string, neighbour: string): boolean {
  return (
    chineseJapaneseKorean.test(character) ||
    (sharedPunctuation.test(character) && chineseJapaneseKorean.test(neighbour))
  );
}

function isBlank(character: string): boolean {
  return character === '' || /\s/.test(character);
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const isPair = unit >= 0xdc_00 && unit <= 0xdf_ff && index > 1;
  return index < 1 ? '' : text.slice(isPair ? index - 2 : index - 1, index);
}
