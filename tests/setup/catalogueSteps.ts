import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gpt } from '#contract/gpts.ts';
import { type SnapshotLine, snapshotLineKey } from '#contract/snapshot.ts';
import { makeGpt, makeSnapshot } from '../fixtures/snapshot.ts';
import { postFile } from '../fixtures/blogFolder.ts';
import type { Random } from './random.ts';

/** What a site is made from, as a test changes it: lines of a snapshot and a folder of posts. */
export type World = {
  lines: Map<string, SnapshotLine>;
  blog: string;
  random: Random;
  /** Counts the changes, so that each says something new. */
  count: number;
};

type Step = (world: World) => Promise<void> | void;

/** A small catalogue with all kinds of pages. `days` is how long its GPTs have been used. */
export function smallWorld(
  blog: string,
  random: Random,
  days: number,
  gpts = 10,
  closedDay = '2026-03-15',
): World {
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

/** The whole snapshot of a world, as the API would send it. */
export function snapshotLines({ lines }: World): string[] {
  const all = [...lines.values()].map((line) => JSON.stringify(line));
  return [...all, JSON.stringify({ type: 'end', lines: all.length })];
}

/** What operators, editors and nights do to a site. */
export const steps: Readonly<Record<string, Step>> = {
  'edits a description': (world) =>
    changeGpt(world, (gpt) => ({ ...gpt, description: `Says now ${world.count}.` })),
  'renames a GPT': (world) => changeGpt(world, (gpt) => ({ ...gpt, name: `Name ${world.count}` })),
  'gives other labels': (world) =>
    changeGpt(world, (gpt) => ({
      ...gpt,
      tags: [`tag ${world.count % 3}`, 'letter', 'constructor'],
      categories: [['writing', 'data', 'brand-new'][world.count % 3] ?? 'fun'],
    })),
  'moves a GPT to another author': (world) =>
    changeGpt(world, (gpt) => ({
      ...gpt,
      author: ['Ada', 'Dolores', null][world.count % 3] ?? null,
    })),
  'counts more chats': (world) =>
    changeGpt(world, (gpt) => ({ ...gpt, chats: gpt.chats * 3 + 1_000 })),
  'adds a GPT': (world) => {
    const gpt = makeGpt({ id: `new/${world.count}`, name: `New ${world.count}`, tags: ['letter'] });
    put(world, { type: 'gpt', gpt, changed: nextInstant(world) });
  },
  'removes a GPT': (world) => {
    const { id } = anyGpt(world);
    dropGpt(world, id);
    put(world, { type: 'removed', id });
  },
  'hides a GPT': (world) => dropGpt(world, anyGpt(world).id),
  'writes a review': (world) => {
    const review = {
      id: `00000000-0000-4000-8000-${String(world.count).padStart(12, '0')}`,
      name: 'User 1234',
      rating: 4,
      text: `Worth it, ${world.count} times.`,
      created: '2026-03-14T10:00:00.000Z',
      updated: '2026-03-14T10:00:00.000Z',
    };
    put(world, { type: 'reviews', id: anyGpt(world).id, reviews: [review] });
  },
  'changes a model': (world) =>
    put(world, modelLine(world.random.pick(changedModels), { price: 2 + (world.count % 5) })),
  'hides a model': (world) =>
    put(world, modelLine(world.random.pick(changedModels), { hidden: true })),
  'renames the model of most GPTs': (world) =>
    put(world, modelLine('gpt-4o-mini', { title: `Mini ${world.count % 3}` })),
  'takes back what was changed of models': ({ lines }) => {
    for (const id of changedModels) lines.delete(`model/${id}`);
  },
  'counts a ranking again': (world) => {
    const tables = [...world.lines.values()].filter((line) => line.type === 'ranking');
    const table = world.random.pick(tables);
    const [first, ...others] = table.rows;
    if (first) put(world, { ...table, rows: [{ ...first, own: first.own + 1 }, ...others] });
  },
  'posts to the blog': (world) =>
    writeFile(
      join(world.blog, 'en', `post-${world.count % 2}.md`),
      postFile({ title: `Post ${world.count}` }, `Text number ${world.count}.\n`),
    ),
  'translates a post': async (world) => {
    const name = await readFile(join(world.blog, 'en', 'post-0.md'), 'utf8').catch(() => undefined);
    if (name === undefined) return;
    await writeFile(
      join(world.blog, 'de', 'post-0.md'),
      postFile({ title: `Beitrag ${world.count}` }, 'Text.\n'),
    );
  },
  'takes a post back': async (world) => {
    for (const language of ['de', 'en']) {
      await rm(join(world.blog, language, 'post-0.md'), { force: true });
    }
  },
};

/** An operator's changes of one GPT, in this order: an edit and its undo, a hide and its undo, a removal. */
export function withdrawAndReturn(world: World): [what: string, happens: () => void][] {
  const gpt = anyGpt(world);
  const { id } = gpt;
  const own = [...world.lines.values()].filter((line) => 'id' in line && line.id === id);
  const change = (changed: Gpt) =>
    put(world, { type: 'gpt', gpt: changed, changed: nextInstant(world) });
  const restore = () => {
    change(gpt);
    for (const line of own) put(world, line);
  };
  const drop = () => dropGpt(world, id);
  const remove = () => {
    drop();
    put(world, { type: 'removed', id });
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

/** What an operator changed of a model; of one of its own, with all that it needs. */
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
  world: World,
  name = world.random.pick(Object.keys(steps)),
): Promise<string> {
  world.count += 1;
  await steps[name]?.(world);
  return name;
}

function changeGpt(world: World, change: (gpt: Gpt) => Gpt): void {
  put(world, { type: 'gpt', gpt: change(anyGpt(world)), changed: nextInstant(world) });
}

/** Later with each step, as the time of a database is. */
function nextInstant(world: World): string {
  world.count += 1;
  return new Date(Date.UTC(2026, 2, 16) + world.count * 60_000).toISOString();
}

function anyGpt({ lines, random }: World): Gpt {
  const gpts = [...lines.values()].filter((line) => line.type === 'gpt');
  return random.pick(gpts).gpt;
}

function put({ lines }: World, line: SnapshotLine): void {
  lines.set(snapshotLineKey(line), line);
}

function dropGpt({ lines }: World, id: string): void {
  for (const [key, line] of lines) {
    const owner = line.type === 'gpt' ? line.gpt.id : 'id' in line ? line.id : undefined;
    if (owner === id && line.type !== 'removed') lines.delete(key);
  }
}
