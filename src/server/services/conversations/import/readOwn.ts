import {
  type ImportedConversation,
  type Node,
  Unreadable,
  believable,
  isRecord,
  orderMessages,
  storableText,
} from '#server/services/conversations/import/imported.ts';

/** Reads a conversation of our own export. Throws `Unreadable`. */
export function readOwn(value: unknown, now: Date): ImportedConversation {
  if (!isRecord(value)) throw new Unreadable('It is no conversation');
  const id = storableText(value['id']);
  const given = value['messages'];
  if (id === '' || id.length > 100 || !Array.isArray(given)) {
    throw new Unreadable('It has no id or no messages');
  }
  const created = timeOf(value['created'], now) ?? now;
  const nodes = readNodes(given, created, now);
  const { messages, places } = orderMessages([...nodes.values()]);
  const leaf = nodes.get(storableText(value['leaf_id']));
  const target = isRecord(value['target']) ? value['target'] : {};
  return {
    key: `dolores:${id}`,
    title: storableText(value['title']),
    model: storableText(target['model']) || null,
    gptId: storableText(target['gpt']) || null,
    pinned: value['pinned'] === true,
    created,
    updated: timeOf(value['updated'], now) ?? messages.at(-1)?.created ?? created,
    leaf: leaf ? (places.get(leaf) ?? null) : null,
    messages,
  };
}

function readNodes(given: readonly unknown[], start: Date, now: Date): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const message of given) {
    if (!isRecord(message)) throw new Unreadable('One of its messages is none');
    const { id, parent_id: parentId, role } = message;
    if (typeof id !== 'string' || (role !== 'user' && role !== 'assistant')) {
      throw new Unreadable('One of its messages has no id or no role');
    }
    if (nodes.has(id)) throw new Unreadable('Two of its messages have the same id');
    const parent = typeof parentId === 'string' ? nodes.get(parentId) : null;
    if (parent === undefined) throw new Unreadable('A message follows one that is not there');
    const created = timeOf(message['created'], now) ?? parent?.created ?? start;
    nodes.set(id, { parent, role, text: storableText(message['text']), created });
  }
  return nodes;
}

function timeOf(value: unknown, now: Date): Date | undefined {
  return typeof value === 'string' ? believable(new Date(value), now) : undefined;
}
