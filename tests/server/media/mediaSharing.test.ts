import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaFile } from '#contract/media/media.ts';
import type { MediaJobs } from '#server/jobs/mediaJobs.ts';
import { callJson, importInto } from '../../setup/conversations.ts';
import { fileOf, make, makers, runMediaJobs } from '../../setup/mediaJobs.ts';
import type { TestServer } from '../../setup/server.ts';
import { readPage, share, startSharingServer } from '../../setup/shares.ts';
import { unzip } from '../../setup/unzip.ts';

let server: TestServer;
let jobs: MediaJobs;
let cookie: string;
let conversationId: string;
let picture: MediaFile;
let songs: MediaFile[];
let video: MediaFile;

beforeAll(async () => {
  server = await startSharingServer();
  jobs = await runMediaJobs(server);
  ({ cookie } = await server.signIn(30));
  const first = await make(server, cookie, 'sandbox: fast. A <red> fox');
  conversationId = first.accepted?.conversation_id ?? '';
  const options = { kind: 'music', instrumental: true, title: 'Rain <i>', style: 'jazz' } as const;
  const music = { model: makers.music, options, conversationId, switchTarget: true };
  const second = await make(server, cookie, 'sandbox: fast', music);
  const film = { model: makers.video, conversationId, switchTarget: true };
  const third = await make(server, cookie, 'sandbox: fast', film);
  picture = only(first.end.media);
  songs = second.end.media ?? [];
  video = only(third.end.media);
});

afterAll(async () => {
  await jobs.stop();
  await server.close();
});

function only(files: MediaFile[] | undefined): MediaFile {
  const [file] = files ?? [];
  if (!file) throw new Error('Nothing was made');
  return file;
}

const pathOf = ({ id }: MediaFile, shareId: string) => `/api/media/files/${id}?share=${shareId}`;

/** As a visitor without an account gets it. */
async function strangerGets(path: string): Promise<{ status: number; bytes: Buffer }> {
  const response = await server.fetch(path);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

// In order: the last ones revoke links and delete a file.
describe('a conversation with pictures, music and videos', () => {
  it('shows them to a stranger with its link, as files of that link only', async () => {
    const { json } = await share(server, cookie, conversationId);
    const { html } = await readPage(server, json.path);
    const size = `width="${picture.width}" height="${picture.height}"`;
    const href = pathOf(picture, json.id);
    expect(html).toContain(
      `<a href="${href}"><img src="${href}" alt="Picture made with AI: sandbox: fast. A &lt;red&gt; fox" loading="lazy" ${size}></a>`,
    );
    expect(html).toContain(`<a href="${href}&amp;download=1" download>Download</a>`);
    expect(
      html.match(/<audio controls preload="none" src="[^"]+" aria-label="Rain &lt;i&gt;">/g),
    ).toHaveLength(2);
    expect(html).toMatch(/<video controls playsinline preload="metadata" src="[^"]+" aria-label=/);
    expect(html).toContain('Made with AI.');
    expect(html).not.toContain('was not answered');
    for (const file of [picture, ...songs, video]) {
      const { status, bytes } = await strangerGets(pathOf(file, json.id));
      expect([status, bytes.equals(await fileOf(server, cookie, file.id))]).toEqual([200, true]);
    }
    const other = await strangerGets(pathOf(picture, 'A'.repeat(json.id.length)));
    const without = await strangerGets(`/api/media/files/${picture.id}`);
    expect([other.status, without.status]).toEqual([404, 404]);
  });

  it('is written as Markdown with a link for each file, and as JSON with the facts', async () => {
    const path = `/api/chat/conversations/${conversationId}/export`;
    const markdown = await (await server.fetch(`${path}?format=markdown`, { cookie })).text();
    const site = new URL(server.platform.config.publicUrl).origin;
    const link = ({ id }: MediaFile) => `(<${site}/api/media/files/${id}>)`;
    const pixels = `${picture.width} × ${picture.height}`;
    expect(markdown).toContain(`\n- [picture]${link(picture)} (image/png, ${pixels})\n`);
    for (const song of songs) {
      expect(markdown).toContain(`\n- [Rain \\<i\\>]${link(song)} (audio/wav, 6 s)\n`);
    }
    expect(markdown).toContain(`\n- [video]${link(video)} (video/webm`);
    expect(markdown).not.toContain('No answer');
    const json = await (await server.fetch(`${path}?format=json`, { cookie })).text();
    const [exported] = (JSON.parse(json) as { conversations: { messages: unknown[] }[] })
      .conversations;
    expect(exported?.messages[3]).toMatchObject({ role: 'assistant', media: songs });
    const other = await server.signIn();
    const report = await importInto(server, other.cookie, JSON.parse(json));
    expect(report).toMatchObject({ imported: 1, rejected_count: 0 });
  });

  it('is in the export of the account with the files and their descriptions', async () => {
    const response = await server.fetch('/api/account/export', { cookie });
    const files = await unzip(await response.arrayBuffer());
    const text = (name: string) => new TextDecoder().decode(files[name]);
    const rows = JSON.parse(text('media.json')) as { id: string; sha256: string }[];
    const extensions = [picture, ...songs, video].map(
      ({ type }) => ({ 'image/png': 'png', 'audio/wav': 'wav' })[type as string] ?? 'webm',
    );
    for (const [index, { id }] of [picture, ...songs, video].entries()) {
      const bytes = files[`media/${id}.${extensions[index]}`] ?? new Uint8Array();
      const digest = createHash('sha256').update(bytes).digest('hex');
      expect(digest).toBe(rows.find((row) => row.id === id)?.sha256);
    }
    const document = Object.keys(files).find((name) => /^conversations\/.*fox.*\.md$/.test(name));
    expect(text(document ?? '')).toContain(`[picture](<../media/${picture.id}.png>)`);
    expect(text('README.txt')).toContain('media/');
  });

  it('marks a deleted file, and shows it to no reader', async () => {
    const { json } = await share(server, cookie, conversationId);
    await readPage(server, json.path);
    await callJson(server, cookie, 'DELETE', `/api/media/files/${picture.id}`);
    const { html } = await readPage(server, json.path);
    expect(html).toContain('This file was deleted.');
    expect(html).not.toContain(picture.id);
    expect((await strangerGets(pathOf(picture, json.id))).status).toBe(410);
    const archive = await server.fetch('/api/account/export', { cookie });
    const files = await unzip(await archive.arrayBuffer());
    expect(Object.keys(files)).not.toContain(`media/${picture.id}.png`);
  });

  it('removes its files with its link', async () => {
    const { json } = await share(server, cookie, conversationId);
    expect((await strangerGets(pathOf(video, json.id))).status).toBe(200);
    await callJson(server, cookie, 'DELETE', `/api/chat/shares/${json.id}`);
    expect((await readPage(server, json.path)).status).toBe(410);
    expect((await strangerGets(pathOf(video, json.id))).status).toBe(404);
    expect(await fileOf(server, cookie, video.id)).toHaveLength(video.size);
  });
});
