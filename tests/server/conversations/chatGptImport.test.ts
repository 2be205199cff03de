import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatGptConversation } from '../../fixtures/chatGptExport.ts';
import { writeZip } from '../../fixtures/zips.ts';
import { importFile, importInto, readConversations } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

type Node = Parameters<typeof chatGptConversation>[0][string];

/** Imports an answer of these messages, and returns its text and the omissions in the report. */
async function importAnswer(...nodes: readonly Omit<Node, 'parent'>[]) {
  const { cookie } = await server.signIn();
  const tree: Record<string, Node> = {
    root: { parent: null },
    question: { parent: 'root', role: 'user', parts: ['Who?'] },
  };
  for (const [index, node] of nodes.entries()) {
    tree[`a${index}`] = { parent: Object.keys(tree).at(-1) ?? '', role: 'assistant', ...node };
  }
  const { left_out: leftOut } = await importInto(server, cookie, [chatGptConversation(tree)]);
  const [conversation] = await readConversations(server, cookie);
  const text = conversation?.messages.find(({ role }) => role === 'assistant')?.text;
  return { text, leftOut };
}

const mark = (...parts: string[]) => `\ue200${parts.join('\ue202')}\ue201`;
const museum = { title: 'The [old] museum', url: 'https://example.org/a_(b)' };
const museumLink = '[The \\[old\\] museum](https://example.org/a_%28b%29)';

describe('an answer from ChatGPT', () => {
  it.each([
    [`By ${mark('entity', '["people","Ada Lovelace","mathematician"]')}.`, 'By Ada Lovelace.'],
    [
      `By ${mark('entity', '["people","**Ada** \\"Countess\\" [L](x)",""]')}.`,
      'By **Ada** "Countess" [L](x).',
    ],
    [
      `By ${mark('entity', '["Ada"]')}, ${mark('product_entity', '["turn0product1","Brush"]')}`,
      'By Ada, Brush',
    ],
    [`By ${mark('entity', '["people","Ada Love')}`, 'By Ada Love'],
    [`See ${mark('url', '*the museum*', 'turn9search9')}.`, 'See *the museum*.'],
    [
      `See ${mark('url', 'the museum', 'https://example.org/')}.`,
      'See [the museum](https://example.org/).',
    ],
    [mark('video', '{"title":"A film","id":"turn0video1"}'), 'A film'],
    ['\ue203He died\ue204\ue206 in 1832.', 'He died in 1832.'],
    [`\ue203In ${mark('entity', '["city","Weimar",""]')}\ue204.`, 'In Weimar.'],
    ['Meet【10:00–11:00】in【4:0†plan.pdf】.', 'Meet【10:00–11:00】in (plan.pdf).'],
    ['An end \ue200cite\ue202', 'An end'],
    [mark('products', '{"selections":[["turn0product1","A kettle"]]}'), 'A kettle'],
    [mark('genui', '{"math_block":{"content":"x^2 = 4"}}'), 'x^2 = 4'],
    [mark('navlist', 'Recent news', 'turn0news1,turn0news2'), 'Recent news'],
  ])('keeps the text of %j', async (text, shown) => {
    expect(await importAnswer({ parts: [text] })).toEqual({ text: shown, leftOut: [] });
  });

  it('keeps the texts in objects and lists of unknown types', async () => {
    const parts: Node['parts'] = [
      { content_type: 'note', body: 'A body' },
      { children: [{ text: 'A child' }] },
      ['A list'],
    ];
    expect(await importAnswer({ parts })).toEqual({
      text: 'A body\n\nA child\n\nA list',
      leftOut: [],
    });
    const unknown = await importAnswer({ parts: ['A text', { inner: { odd: 'words' } }] });
    expect(unknown).toEqual({ text: 'A text', leftOut: [{ kind: 'unknown', count: 1 }] });
  });

  it('links its sources, in marks of either form and below', async () => {
    const references = [
      { matched_text: mark('cite', 'turn0search1'), items: [museum] },
      { matched_text: mark('cite', 'turn0news2'), alt: '([News](https://news.example/))' },
      {
        matched_text: ' ',
        type: 'sources_footnote',
        sources: [museum, { title: 'More', url: 'https://more.example/' }],
      },
    ];
    const text = `Ada${mark('cite', 'turn0search1')}, Eve${mark('cite', 'turn0news2')}.`;
    const answer = await importAnswer({
      parts: [text],
      more: { metadata: { content_references: references } },
    });
    expect(answer).toEqual({
      text: `Ada (${museumLink}), Eve ([News](https://news.example/)).\n\n- [More](https://more.example/)`,
      leftOut: [],
    });
    const citations = [{ metadata: { ...museum, extra: { cited_message_idx: 3 } } }];
    const old = await importAnswer({
      parts: ['Ada【3†source】.'],
      more: { metadata: { citations } },
    });
    expect(old).toEqual({ text: `Ada (${museumLink}).`, leftOut: [] });
  });

  it('links search results that a message of the tool has', async () => {
    const entries = [{ ...museum, ref_id: { turn_index: 0, ref_type: 'search', ref_index: 7 } }];
    const answer = await importAnswer(
      { role: 'tool', parts: [''], more: { metadata: { search_result_groups: [{ entries }] } } },
      { parts: [`See ${mark('url', 'it', 'turn0search7')}${mark('cite', 'turn0search7')}`] },
    );
    expect(answer.text).toBe(`See [it](https://example.org/a_%28b%29) (${museumLink})`);
  });

  it('keeps documents, changes and comments of a canvas', async () => {
    const call = (recipient: string, value: unknown) => ({
      content: { content_type: 'code', language: 'json', text: JSON.stringify(value) },
      more: { recipient: `canmore.${recipient}` },
    });
    const answer = await importAnswer(
      call('create_textdoc', {
        name: 'letter',
        type: 'document',
        content: 'Dear *you*,\n\nthanks.',
      }),
      { role: 'tool', parts: ['Successfully created text document'] },
      call('update_textdoc', { updates: [{ pattern: '.*', replacement: 'Dear all.' }] }),
      call('update_textdoc', { updates: [{ pattern: 'all', replacement: 'both' }] }),
      call('comment_textdoc', { comments: [{ pattern: 'Dear', comment: 'Too formal' }] }),
      call('create_textdoc', { name: 'game', type: 'code/python', content: 'print(1)' }),
      { content: { content_type: 'code', text: 'no JSON' }, more: { recipient: 'canmore.new' } },
    );
    expect(answer.text).toBe(
      [
        '**letter**\n\nDear *you*,\n\nthanks.',
        'Dear all.',
        '```\nall\n```\n\n→\n\n```\nboth\n```',
        '```\nDear\n```\n\nToo formal',
        '**game**\n\n```python\nprint(1)\n```',
        '```\nno JSON\n```',
      ].join('\n\n'),
    );
    expect(answer.leftOut).toEqual([{ kind: 'tools', count: 1 }]);
  });

  it('keeps the texts of parts that are objects, and of contents of other kinds', async () => {
    const answer = await importAnswer(
      {
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'text', text: 'One' },
            { text: 'two' },
            { content_type: 'new', parts: ['three', { value: 'four' }] },
            { content_type: 'audio_transcription', text: 'five' },
            { content_type: 'audio_asset_pointer', asset_pointer: 'x' },
            { content_type: 'video_container_asset_pointer', asset_pointer: 'x' },
            null,
          ],
        },
      },
      { content: { content_type: 'sonic_webpage', ...museum, text: 'six' } },
    );
    const texts = ['One', 'two', 'three', 'four', 'five', '[video]', museumLink, 'six'];
    expect(answer).toEqual({ text: texts.join('\n\n'), leftOut: [] });
  });

  it('names the content that is left out', async () => {
    const answer = await importAnswer(
      { content: { content_type: 'thoughts', thoughts: [{ content: 'Hm' }] } },
      { content: { content_type: 'reasoning_recap', content: 'Thought for 3 s' } },
      { content: { content_type: 'code', text: '{"q":1}' }, more: { recipient: 'web' } },
      { role: 'system', parts: ['Be brief'] },
      {
        content: { content_type: 'multimodal_text', parts: [{ content_type: 'hologram', id: 1 }] },
      },
      {
        parts: [
          `It is so${mark('cite', 'turn0search1')}${mark('cite', 'turn0search2')}.【1†source】`,
        ],
      },
    );
    expect(answer).toEqual({
      text: 'It is so.',
      leftOut: [
        { kind: 'thoughts', count: 2 },
        { kind: 'tools', count: 1 },
        { kind: 'hidden', count: 1 },
        { kind: 'unknown', count: 1 },
        { kind: 'references', count: 3 },
      ],
    });
  });

  it('keeps private-use characters of a question', async () => {
    const { cookie } = await server.signIn();
    const parts = ['An icon: \ue200 \ue206'];
    const nodes = { root: { parent: null }, q: { parent: 'root', role: 'user' as const, parts } };
    await importInto(server, cookie, [chatGptConversation(nodes)]);
    expect((await readConversations(server, cookie))[0]?.messages[0]?.text).toBe(parts[0]);
  });
});

describe('a repacked ZIP file', () => {
  const nodes = {
    root: { parent: null },
    q: { parent: 'root', role: 'user' as const, parts: ['Hi'] },
  };
  const packed = Buffer.from(JSON.stringify([chatGptConversation(nodes)]));
  const name = 'conversations.json';
  const other = { name: 'chat.html', packed: Buffer.from('<p>PK\u0003\u0004') };
  const deflated = {
    packed: deflateRawSync(packed),
    bytes: packed.length,
    checksum: crc32(packed),
  };

  it.each([
    [
      'with sizes after a stored file',
      [
        { ...other, descriptor: 'marked' },
        { name, packed, descriptor: 'marked' },
      ],
    ],
    [
      'with unmarked sizes after a stored file',
      [
        { ...other, descriptor: 'unmarked' },
        { name, packed, descriptor: 'unmarked' },
      ],
    ],
    [
      'with unmarked sizes after a deflated file',
      [other, { name, ...deflated, descriptor: 'unmarked' }],
    ],
    ['with backslashes', [other, { name: 'export\\conversations.json', packed }]],
    ['with a name in capitals', [{ name: 'Conversations.JSON', packed }]],
    ['with a number in the name', [{ name: 'conversations (1).json', packed }]],
    [
      'with resource forks',
      [
        { name: '__MACOSX/conversations.json', packed: Buffer.from('\0\u0005') },
        { name: 'x/._conversations.json', packed: other.packed },
        { name, ...deflated },
      ],
    ],
    ['with a byte order mark', [{ name, packed: Buffer.concat([Buffer.from('\uFEFF'), packed]) }]],
  ] as const)('%s is imported', async (_, files) => {
    for (const isWide of [false, true]) {
      const { cookie } = await server.signIn();
      const report = await importInto(server, cookie, writeZip(files, isWide));
      expect(report, isWide ? 'ZIP64' : 'ZIP').toMatchObject({ imported: 1, rejected_count: 0 });
    }
  });

  it.each([
    ['encrypted', 'is encrypted', [{ name, packed, isEncrypted: true }]],
    ['damaged', 'is damaged', [{ name, packed, checksum: 1 }]],
    ['without conversations', 'has no conversations.json', [other]],
  ] as const)('is refused when it is %s', async (_, why, files) => {
    const { cookie } = await server.signIn();
    const refused = await importFile(server, cookie, writeZip(files));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(why);
  });
});
