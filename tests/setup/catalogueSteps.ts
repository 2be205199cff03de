import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type SnapshotLine, snapshotLineKey } from '#contract/publishing/snapshot.ts';
import { makeGpt, makeSnapshot } from '../fixtures/snapshot.ts';
import { postFile } from '../fixtures/blogFolder.ts';
import type { Random } from './random.ts';

/** The inputs of a site, as a test changes them: lines of a snapshot and a folder of posts. */
export type Catalogue = {
  lines: Map<string, SnapshotLine>;
  blog: string;
  random: Random;
  /** Counts the changes, so that each says something new. */
  count: number;
};

type Step = (catalogue: Catalogue) => Promise<void> | void;

/** A small catalogue with all kinds of pages. `days` is how long its GPTs have been used. */
export function smallCatalogue(
  blog: string,
  random: Random,
  days: number,
  gpts = 10,
  closedDay = '2026-03-15',
): Catalogue {
  const lines = makeSnapshot(closedDay, gpts, days)
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as SnapshotLine)
    .filter((line) => line.type !== 'end' && !isOdd(line));
  return {
    lines: new Map(lines.map((line) => [snapshotLineKey(line), line])),
    blog,
    random,
    count: 0,
  };
}

/** Each of the odd GPTs brings pages of its own, which other tests look at. */
function isOdd(line: SnapshotLine): boolean {
  return line.type === 'gpt' && !line.gpt.id.startsWith('fixture-');
}

/** The whole snapshot of a catalogue, as the API would send it. */
export function snapshotLines({ lines }: Catalogue): string[] {
  const all = [...lines.values()].map((line) => JSON.stringify(line));
  return [...all, JSON.stringify({ type: 'end', lines: all.length })];
}

/** The actions of operators, editors and nights on a site. */
export const steps: Readonly<Record<string, Step>> = {
  'edits a description': (catalogue) =>
    changeGpt(catalogue, (gpt) => ({ ...gpt, description: `Says now ${catalogue.count}.` })),
  'renames a GPT': (catalogue) =>
    changeGpt(catalogue, (gpt) => ({ ...gpt, name: `Name ${catalogue.count}` })),
  'gives other labels': (catalogue) =>
    changeGpt(catalogue, (gpt) => ({
      ...gpt,
      tags: [`tag ${catalogue.count % 3}`, 'letter', 'constructor'],
      categories: [['writing', 'data', 'brand-new'][catalogue.count % 3] ?? 'fun'],
    })),
  'moves a GPT to another author': (catalogue) =>
    changeGpt(catalogue, (gpt) => ({
      ...gpt,
      author: ['Ada', 'Dolores', null][catalogue.count % 3] ?? null,
    })),
  'counts more chats': (catalogue) =>
    changeGpt(catalogue, (gpt) => ({ ...gpt, chats: gpt.chats * 3 + 1_000 })),
  'adds a GPT': (catalogue) => {
    const gpt = makeGpt({
      id: `new/${catalogue.count}`,
      name: `New ${catalogue.count}`,
      tags: ['letter'],
    });
    put(catalogue, { type: 'gpt', gpt, changed: nextInstant(catalogue) });
  },
  'removes a GPT': (catalogue) => {
    const { id } = anyGpt(catalogue);
    dropGpt(catalogue, id);
    put(catalogue, { type: 'removed', id });
  },
  'hides a GPT': (catalogue) => dropGpt(catalogue, anyGpt(catalogue).id),
  'writes a review': (catalogue) => {
    const review = {
      id: `00000000-0000-4000-8000-${String(catalogue.count).padStart(12, '0')}`,
      name: 'User 1234',
      rating: 4,
      text: `Worth it, ${catalogue.count} times.`,
      created: '2026-03-14T10:00:00.000Z',
      updated: '2026-03-14T10:00:00.000Z',
    };
    put(catalogue, { type: 'reviews', id: anyGpt(catalogue).id, reviews: [review] });
  },
  'changes a model': (catalogue) =>
    put(
      catalogue,
      modelLine(catalogue.random.pick(changedModels), { price: 2 + (catalogue.count % 5) }),
    ),
  'hides a model': (catalogue) =>
    put(catalogue, modelLine(catalogue.random.pick(changedModels), { hidden: true })),
  'renames the model of most GPTs': (catalogue) =>
    put(catalogue, modelLine('gpt-4o-mini', { title: `Mini ${catalogue.count % 3}` })),
  'takes back what was changed of models': ({ lines }) => {
    for (const id of changedModels) lines.delete(`model/${id}`);
  },
  'counts a ranking again': (catalogue) => {
    const tables = [...catalogue.lines.values()].filter((line) => line.type === 'ranking');
    const table = catalogue.random.pick(tables);
    const [first, ...others] = table.rows;
    if (first) put(catalogue, { ...table, rows: [{ ...first, own: first.own + 1 }, ...others] });
  },
  'posts to the blog': (catalogue) =>
    writeFile(
      join(catalogue.blog, 'en', `post-${catalogue.count % 2}.md`),
      postFile({ title: `Post ${catalogue.count}` }, `Text number ${catalogue.count}.\n`),
    ),
  'translates a post': async (catalogue) => {
    const name = await readFile(join(catalogue.blog, 'en', 'post-0.md'), 'utf8').catch(
      () => undefined,
    );
    if (name === undefined) return;
    await writeFile(
      join(catalogue.blog, 'de', 'post-0.md'),
      postFile({ title: `Beitrag ${catalogue.count}` }, 'Text.\n'),
    );
  },
  'takes a post back': async (catalogue) => {
    for (const language of ['de', 'en']) {
      await rm(join(catalogue.blog, language, 'post-0.md'), { force: true });
    }
  },
};

/** An operator's changes of one GPT, in this order: an edit and its undo, a hide and its undo, a removal. */
export function withdrawAndReturn(catalogue: Catalogue): [what: string, happens: () => void][] {
  const gpt = anyGpt(catalogue);
  const { id } = gpt;
  const own = [...catalogue.lines.values()].filter((line) => 'id' in line && line.id === id);
  const change = (changed: Gpt) =>
    put(catalogue, { type: 'gpt', gpt: changed, changed: nextInstant(catalogue) });
  const restore = () => {
    change(gpt);
    for (const line of own) put(catalogue, line);
  };
  const drop = () => dropGpt(catalogue, id);
  const remove = () => {
    drop();
    put(catalogue, { type: 'removed', id });
  };
  return [
    ['an edit', () => change({ ...gpt, name: 'Edited & taken back' })],
    ['its undo', restore],
    ['a hide', drop],
    ['a show', restore],
    ['a removal', remove],
  ];
}

type ModelLine = Extract<SnapshotLine, { type: 'model' }>;

/** One that a menu opens, one that only the prices show, and one of the operator’s. */
const changedModels = ['claude-3-opus', 'gpt-4-turbo', 'own-model'];

/** An operator's change of a model; for an added one, with all fields that it needs. */
export function modelLine(id: string, change: Partial<ModelLine>): ModelLine {
  const isOwn = id === 'own-model';
  return {
    type: 'model',
    id,
    title: isOwn ? 'Own model' : null,
    group: isOwn ? 'llama' : null,
    price: isOwn ? 1 : null,
    coming_prices: [],
    max_input_tokens: isOwn ? 8_000 : null,
    step_tokens: null,
    max_output_tokens: isOwn ? 1_000 : null,
    position: null,
    hidden: false,
    tips: null,
    upstream: null,
    ...change,
  };
}

/** Takes a step, a random one where none is named, and returns its name. */
export async function takeStep(
  catalogue: Catalogue,
  name = catalogue.random.pick(Object.keys(steps)),
): Promise<string> {
  catalogue.count += 1;
  await steps[name]?.(catalogue);
  return name;
}

function changeGpt(catalogue: Catalogue, change: (gpt: Gpt) => Gpt): void {
  put(catalogue, { type: 'gpt', gpt: change(anyGpt(catalogue)), changed: nextInstant(catalogue) });
}

/** Later with each step, as the time of a database is. */
function nextInstant(catalogue: Catalogue): string {
  catalogue.count += 1;
  return new Date(Date.UTC(2026, 2, 16) + catalogue.count * 60_000).toISOString();
}

function anyGpt({ lines, random }: Catalogue): Gpt {
  const gpts = [...lines.values()].filter((line) => line.type === 'gpt');
  return random.pick(gpts).gpt;
}

function put({ lines }: Catalogue, line: SnapshotLine): void {
  lines.set(snapshotLineKey(line), line);
}

function dropGpt({ lines }: Catalogue, id: string): void {
  for (const [key, line] of lines) {
    const owner = line.type === 'gpt' ? line.gpt.id : 'id' in line ? line.id : undefined;
    if (owner === id && line.type !== 'removed') lines.delete(key);
  }
}
