import { type Day, addDays } from '#domain/dates.ts';
import { type Synthetic, type SyntheticEntry, syntheticEntries } from './generateGpts.ts';
import { writeLines } from '#server/services/textFiles/writeLines.ts';

/**
 * Writes made-up GPTs as JSON Lines, and their cumulative histories as CSV (`x.jsonl.gz` and `x-history.csv.gz`).
 * Importing them has the same result as `generateGpts`. Returns the names of the files.
 */
export async function generateFiles(
  file: string,
  requested: Synthetic,
  progress: (step: 'catalogue' | 'usage', done: number) => void = () => undefined,
): Promise<string[]> {
  await writeLines(
    file,
    gptLines(requested, (done) => progress('catalogue', done)),
  );
  const [, stem = file, gzip = ''] = /^(.*?)(?:\.jsonl?)?(\.gz)?$/.exec(file) ?? [];
  const historyFile = `${stem}-history.csv${gzip}`;
  await writeLines(
    historyFile,
    historyLines(requested, (done) => progress('usage', done)),
  );
  return [file, historyFile];
}

function* gptLines(requested: Synthetic, progress: (done: number) => void): Generator<string> {
  let done = 0;
  for (const { gpt } of syntheticEntries(requested)) {
    yield JSON.stringify(gpt);
    progress((done += 1));
  }
}

function* historyLines(requested: Synthetic, progress: (done: number) => void): Generator<string> {
  yield 'date,rank,id,conversations,rating,reviews';
  let done = 0;
  for (const entry of syntheticEntries(requested)) {
    yield* historyOf(entry, requested.until);
    progress((done += 1));
  }
}

function* historyOf({ gpt, history }: SyntheticEntry, until: Day): Generator<string> {
  const first = addDays(until, -history.growth.length);
  let conversations = history.base;
  yield `${first},,${gpt.id},${conversations},,`;
  for (const [index, growth] of history.growth.entries()) {
    conversations += growth;
    yield `${addDays(first, index + 1)},,${gpt.id},${conversations},,`;
  }
}
