import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { mediaRemoval } from '#server/db/schema/media.ts';
import { sharingPost } from '#server/db/schema/sharing.ts';
import { startSession } from '#server/services/login/session.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { acceptPost } from '#server/services/sharing/reviewPost.ts';
import { errorOf } from '../../setup/chat.ts';
import {
  type SharingServer,
  makeScreenshot,
  newLink,
  startSharingServer,
  today,
} from '../../setup/sharing.ts';

let server: SharingServer;

beforeAll(async () => {
  server = await startSharingServer();
});

afterAll(() => server.close());

beforeEach(() => server.clear());

async function codeOf(response: Response): Promise<string> {
  return (await errorOf(response)).code;
}

describe('a submitted post', () => {
  it('waits until it was online long enough, and then for its review, with the promised day', async () => {
    const sender = await server.newSender();
    expect(await server.stateOf(sender)).toEqual({
      event: { to: addDays(today, 3), percent_off: 25 },
      can_send: true,
      post: null,
    });
    // A Friday: the two working days of the review are Monday and Tuesday.
    const friday = nextFriday();
    server.platform.config.operator.sharing = {
      from: today,
      to: addDays(today, 30),
      percentOff: 25,
    };
    server.platform.now = () => new Date(`${friday}T10:00:00Z`);
    const token = await startSession(server.database.query, sender.userId, server.platform.now());
    const moved = { ...sender, cookie: `session=${token}` };
    const answer = await server.sendLink(
      moved,
      'https://WWW.social.example.net/p/1/?utm_source=mail#top',
    );
    expect(await answer.json()).toMatchObject({
      can_send: false,
      post: {
        state: 'submitted',
        link: 'https://social.example.net/p/1',
        reviewable: `${friday}T12:00:00.000Z`,
        due: `${addDays(friday, 4)}T12:00:00.000Z`,
        reward: null,
      },
    });
    server.platform.now = () => new Date(`${friday}T12:00:01Z`);
    expect((await server.stateOf(moved)).post?.state).toBe('waiting');
  });

  it('can be a screenshot, which is encoded again and is visible until the review', async () => {
    const sender = await server.newSender();
    const sent = await server.sendPicture(sender, await makeScreenshot(), `?link=${newLink()}`);
    expect(await sent.json()).toMatchObject({ post: { has_screenshot: true } });
    const post = await server.numberOf(sender);
    const file = join(server.platform.config.dataDir, `shot-${post}`);
    const { status, out } = await server.shell.run('sharing', 'show', String(post), '--save', file);
    expect([status, out]).toEqual([0, expect.stringContaining(`Screenshot: ${file}`)]);
    const saved = await sharp(await readFile(file)).metadata();
    expect([saved.width, saved.height, saved.exif]).toEqual([400, 300, undefined]);
    await server.age(post, 3);
    await server.shell.run('sharing', 'refuse', String(post), '--reason', 'closed');
    const [removal] = await server.database.query.select().from(mediaRemoval);
    expect(removal?.key).toMatch(/^sharing\//);
    await removeMedia(server.platform);
    expect(await server.platform.media.get(removal?.key ?? '')).toBeUndefined();
    expect(
      (await server.shell.run('sharing', 'show', String(post), '--save', `${file}2`)).status,
    ).toBe(1);
  });

  it.each([
    'http://social.example.net/p/1',
    'https://localhost/p/1',
    'https://10.0.0.1/p/1',
    'https://[::1]/p/1',
    'https://user:secret@social.example.net/p/1',
    'https://social.example.net:8443/p/1',
    'https://social.example.net/',
    'javascript:alert(1)',
    'my post',
    '',
  ])('is refused at the address “%s”', async (link) => {
    const sender = await server.newSender();
    expect(await codeOf(await server.sendLink(sender, link))).toBe('sharing_link');
    expect((await server.stateOf(sender)).post).toBeNull();
  });

  it('is refused as a file that is no picture, is too large, or is empty', async () => {
    const sender = await server.newSender();
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(await codeOf(await server.sendPicture(sender, bytes('%PDF-1.7')))).toBe(
      'attachment_type',
    );
    expect(await codeOf(await server.sendPicture(sender, bytes('only text')))).toBe(
      'attachment_type',
    );
    const large = new Uint8Array(8_000_001).fill(255);
    expect(await codeOf(await server.sendPicture(sender, large))).toBe('attachment_too_large');
    expect((await server.stateOf(sender)).post).toBeNull();
  });

  it('needs a session', async () => {
    const visitor = { userId: '', email: '', cookie: '' };
    expect((await server.sendLink(visitor, newLink())).status).toBe(401);
    expect((await server.sendPicture(visitor, await makeScreenshot())).status).toBe(401);
    expect((await server.fetch('/api/sharing')).status).toBe(401);
  });

  it('is one of any number of parallel ones', async () => {
    const sender = await server.newSender();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.sendLink(sender, newLink())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await server.database.query.select().from(sharingPost);
    expect(rows).toHaveLength(1);
  });

  it('is limited to ten tries a day', async () => {
    const sender = await server.newSender();
    await server.sendLink(sender, newLink());
    for (let tried = 1; tried < 10; tried += 1) {
      expect(await codeOf(await server.sendLink(sender, newLink()))).toBe('sharing_sent');
    }
    expect(await codeOf(await server.sendLink(sender, newLink()))).toBe('too_many_requests');
  });

  it('is refused once the event has ended; an earlier one is still reviewed', async () => {
    const [early, late] = [await server.newSender(), await server.newSender()];
    const post = await server.sendAged(early);
    const { operator } = server.platform.config;
    operator.sharing = { from: addDays(today, -9), to: addDays(today, -1), percentOff: 25 };
    expect(await codeOf(await server.sendLink(late, newLink()))).toBe('sharing_ended');
    expect(await codeOf(await server.sendPicture(late, await makeScreenshot()))).toBe(
      'sharing_ended',
    );
    expect(await server.stateOf(late)).toEqual({ event: null, can_send: false, post: null });
    expect(await server.stateOf(early)).toMatchObject({ event: null, post: { state: 'waiting' } });
    await acceptPost({ ...server.platform, mail: server.mail() }, post);
    expect((await server.stateOf(early)).post).toMatchObject({
      state: 'accepted',
      reward: { percent_off: 25 },
    });
  });
});

function nextFriday(): string {
  for (let ahead = 1; ; ahead += 1) {
    const day = addDays(today, ahead);
    if (new Date(`${day}T00:00:00Z`).getUTCDay() === 5) return day;
  }
}
