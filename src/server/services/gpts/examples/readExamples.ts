import { type Example, exampleLimits, exampleSources } from '#domain/gpts/examples.ts';
import { dropOverrides, hasVisible } from '#domain/texts/text.ts';
import { type FieldOptions, readDay, readLanguageTag } from '#server/services/gpts/fieldReaders.ts';
import { RejectedField } from '#server/services/gpts/rejectedField.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the examples of an imported row. `undefined` leaves the stored ones as they are. Keys that are no fields are
 * ignored. Throws `RejectedField` with the path of the bad value, such as `examples[0].answer`.
 */
export function readExamples(
  value: unknown,
  field: string,
  options: FieldOptions,
): Example[] | undefined {
  if (value === undefined || value === null || value === '' || value === 'N/A') return undefined;
  if (!Array.isArray(value)) throw new RejectedField(field, 'must be a list of examples');
  const { count } = exampleLimits;
  if (value.length > count) {
    throw new RejectedField(field, `has ${value.length} items, at most ${count} are allowed`);
  }
  return value.map((item: unknown, index) => readExample(item, `${field}[${index}]`, options));
}

function readExample(item: unknown, field: string, options: FieldOptions): Example {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw new RejectedField(field, 'must be an object with question, answer and date');
  }
  const fields = item as Fields;
  const source = readSource(fields, `${field}.source`);
  const date = readDay(fields['date'], `${field}.date`, options);
  if (date === null) throw new RejectedField(`${field}.date`, 'is missing');
  return {
    question: dropOverrides(readText(fields, field, 'question')),
    answer: readText(fields, field, 'answer'),
    source,
    model: readModelName(fields, field, source),
    date,
    lang: readLanguageTag(fields['lang'], `${field}.lang`),
  };
}

function readText(fields: Fields, field: string, name: 'question' | 'answer' | 'model'): string {
  const path = `${field}.${name}`;
  const written = fields[name] ?? '';
  if (typeof written !== 'string') throw new RejectedField(path, 'must be a text');
  const most = exampleLimits[name];
  if (written.length > most) {
    throw new RejectedField(path, `has ${written.length} characters, at most ${most} are allowed`);
  }
  const text = written.replace(/\r\n?/g, '\n').trim();
  if (/(?![\n\t])\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new RejectedField(path, 'must not have control characters');
  }
  if (text === '') throw new RejectedField(path, 'is missing');
  if (!hasVisible(text)) throw new RejectedField(path, 'has no visible characters');
  return text;
}

function readSource(fields: Fields, path: string): Example['source'] {
  const written = fields['source'] ?? 'author';
  const source = exampleSources.find((one) => one === written);
  if (source === undefined) {
    throw new RejectedField(path, `must be ${exampleSources.join(' or ')}`);
  }
  return source;
}

function readModelName(fields: Fields, field: string, source: Example['source']): string | null {
  if (source === 'sampled') return dropOverrides(readText(fields, field, 'model'));
  const { model } = fields;
  if (model === undefined || model === null || model === '') return null;
  throw new RejectedField(`${field}.model`, 'is only for examples with the source sampled');
}
