import { createHash } from 'node:crypto';
import {
  type Source,
  readSearchResults,
} from '#server/services/conversations/import/chatGptSources.ts';
import {
  type TextContext,
  textOfMessage,
} from '#server/services/conversations/import/chatGptText.ts';
import { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import {
  type ImportedConversation,
  type Node,
  Unreadable,
  plausible,
  importLimits,
  isRecord,
  storableText,
} from '#server/services/conversations/import/imported.ts';
import { orderMessages } from '#server/services/conversations/import/orderMessages.ts';

type Mapping = ReadonlyMap<string, Record<string, unknown>>;

/** Consecutive messages of one side: ChatGPT stores an answer as several messages. */
type Turn = Node & {
  /** The last turn that continues this text. */
  extension: Turn | undefined;
  isFollowed: boolean;
};

/** Reads a conversation of `conversations.json` in an export of ChatGPT. Throws `Unreadable`. */
export function readChatGpt(value: unknown, now: Date): ImportedConversation {
  if (!isRecord(value) || !isRecord(value['mapping'])) {
    throw new Unreadable('unknown_form');
  }
  const mapping: Mapping = new Map(
    Object.entries(value['mapping']).flatMap(([id, node]) => (isRecord(node) ? [[id, node]] : [])),
  );
  if (mapping.size > importLimits.nodes) throw new Unreadable('too_large');
  const created = timeOf(value['create_time'], now) ?? now;
  const context = { results: searchResults(mapping), leftOut: new LeftOut() };
  const { turns, turnOf } = readTurns(mapping, context, created, now);
  const leaf = endOf(turnOf.get(storableText(value['current_node'])));
  const ordered = orderMessages(turns, leaf);
  return {
    key: keyOf(value),
    title: storableText(value['title']),
    model: storableText(value['default_model_slug']) || lastModel(mapping),
    gptId: storableText(value['gizmo_id']) || null,
    pinned: false,
    archived: value['is_archived'] === true,
    created,
    updated: timeOf(value['update_time'], now) ?? ordered.messages.at(-1)?.created ?? created,
    ...ordered,
    leftOut: context.leftOut,
  };
}

/** Returns the turns of all branches, parents first, and the turn of each node. */
function readTurns(mapping: Mapping, context: TextContext, start: Date, now: Date) {
  const children = childrenOf(mapping);
  const all: Turn[] = [];
  const turnOf = new Map<string, Turn>();
  const stack: [id: string, before: Turn | null][] = [];
  const enqueue = (parent: string | null, before: Turn | null) => {
    for (const id of (children.get(parent) ?? []).toReversed()) stack.push([id, before]);
  };
  enqueue(null, null);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [id, before] = next;
    const turn = turnAfter(before, mapping.get(id)?.['message'], context, start, now);
    if (turn && turn !== before) all.push(turn);
    if (turn) turnOf.set(id, turn);
    enqueue(id, turn);
  }
  // A turn that only begins a longer text is part of that one.
  return { turns: all.filter((turn) => turn.isFollowed || !turn.extension), turnOf };
}

function turnAfter(
  before: Turn | null,
  message: unknown,
  context: TextContext,
  start: Date,
  now: Date,
): Turn | null {
  const read = textOfMessage(message, context);
  if (!read) return before;
  const time = isRecord(message) ? timeOf(message['create_time'], now) : undefined;
  if (before?.role === read.role) {
    const text = `${before.text}\n\n${read.text}`;
    const longer: Turn = { ...before, text, extension: undefined, isFollowed: false };
    before.extension = longer;
    return longer;
  }
  if (before) before.isFollowed = true;
  const created = time ?? before?.created ?? start;
  return { parent: before, ...read, created, extension: undefined, isFollowed: false };
}

/** Returns the search results of all messages: an answer cites those of the tool's messages before it. */
function searchResults(mapping: Mapping): Map<string, Source> {
  const results = new Map<string, Source>();
  for (const { message } of mapping.values()) {
    const metadata = isRecord(message) ? message['metadata'] : undefined;
    if (!isRecord(metadata)) continue;
    for (const [name, source] of readSearchResults(metadata)) results.set(name, source);
  }
  return results;
}

/** Returns the children of each node; nodes without a parent are under `null`. */
function childrenOf(mapping: Mapping): Map<string | null, string[]> {
  const parents = new Map<string, string>();
  for (const [id, node] of mapping) {
    const named = Array.isArray(node['children']) ? node['children'] : [];
    for (const child of named) if (typeof child === 'string') parents.set(child, id);
  }
  const children = new Map<string | null, string[]>();
  for (const [id, node] of mapping) {
    const named = typeof node['parent'] === 'string' ? node['parent'] : parents.get(id);
    const parent = named !== undefined && mapping.has(named) ? named : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  return children;
}

function endOf(turn: Turn | undefined): Turn | undefined {
  let end = turn;
  while (end?.extension && !end.isFollowed) end = end.extension;
  return end;
}

/** Returns the key of a conversation: its id, or else a digest of its content. */
function keyOf(value: Record<string, unknown>): string {
  const id = storableText(value['conversation_id']) || storableText(value['id']);
  if (id !== '' && id.length <= 100) return `chatgpt:${id}`;
  const content = JSON.stringify([value['title'], value['create_time'], value['mapping']]);
  return `chatgpt:${createHash('sha256').update(content).digest('hex')}`;
}

function lastModel(mapping: Mapping): string | null {
  let model: string | null = null;
  for (const { message } of mapping.values()) {
    const metadata = isRecord(message) ? message['metadata'] : undefined;
    if (isRecord(metadata)) model = storableText(metadata['model_slug']) || model;
  }
  return model;
}

/** Reads a time in seconds since 1970, with fractions. */
function timeOf(value: unknown, now: Date): Date | undefined {
  return typeof value === 'number' ? plausible(new Date(value * 1_000), now) : undefined;
}
