import {
  type ImportedConversation,
  type Node,
  Unreadable,
  plausible,
  importLimits,
  isRecord,
  storableText,
} from '#server/services/conversations/import/imported.ts';
import { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import { orderMessages } from '#server/services/conversations/import/orderMessages.ts';

/** Reads a conversation of our own export. Throws `Unreadable`. */
export function readOwn(value: unknown, now: Date): ImportedConversation {
  if (!isRecord(value)) throw new Unreadable('unknown_form');
  const id = storableText(value['id']);
  const given = value['messages'];
  if (id === '' || id.length > 100 || !Array.isArray(given)) throw new Unreadable('unknown_form');
  if (given.length > importLimits.nodes) throw new Unreadable('too_large');
  const created = timeOf(value['created'], now) ?? now;
  const nodes = readNodes(given, created, now);
  const ordered = orderMessages([...nodes.values()], nodes.get(storableText(value['leaf_id'])));
  const target = isRecord(value['target']) ? value['target'] : {};
  return {
    key: `dolores:${id}`,
    title: storableText(value['title']),
    model: storableText(target['model']) || null,
    gptId: storableText(target['gpt']) || null,
    pinned: value['pinned'] === true,
    archived: value['archived'] === true,
    created,
    updated: timeOf(value['updated'], now) ?? ordered.messages.at(-1)?.created ?? created,
    ...ordered,
    leftOut: new LeftOut(),
  };
}

function readNodes(given: readonly unknown[], start: Date, now: Date): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const message of given) {
    if (!isRecord(message)) throw new Unreadable('broken_messages');
    const { id, parent_id: parentId, role } = message;
    if (typeof id !== 'string' || (role !== 'user' && role !== 'assistant')) {
      throw new Unreadable('broken_messages');
    }
    const parent = typeof parentId === 'string' ? nodes.get(parentId) : null;
    // Ids must be unique, and parents must come first.
    if (nodes.has(id) || parent === undefined) throw new Unreadable('broken_messages');
    const created = timeOf(message['created'], now) ?? parent?.created ?? start;
    nodes.set(id, { parent, role, text: storableText(message['text']), created });
  }
  return nodes;
}

function timeOf(value: unknown, now: Date): Date | undefined {
  return typeof value === 'string' ? plausible(new Date(value), now) : undefined;
}
