import { expect, it } from 'vitest';
import { readSources } from '../../setup/sources.ts';

/** The searched text or tag belongs into the address; so does the address of a GPT elsewhere, to which the search can lead. */
const mayBeGet: readonly string[] = [
  'src/components/gpts/GptLink.astro',
  'src/components/gpts/SearchBox.astro',
  'src/components/labels/TagIndex.astro',
];

it('are never sent as a GET without their script, except searches', () => {
  const forms = [...readSources(['src'])].flatMap(([file, text]) =>
    [...text.matchAll(/<form\b[^>]*?(?:>|onSubmit)/g)].map(([tag]) => ({ file, tag })),
  );
  expect(forms.length).toBeGreaterThan(8);
  const gets = forms.filter(({ tag }) => !/\bmethod="(?:post|dialog)"/.test(tag));
  expect(gets.map(({ file }) => file)).toEqual(mayBeGet);
});
