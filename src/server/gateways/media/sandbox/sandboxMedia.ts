import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { PictureSize } from '#domain/media/media.ts';
import {
  MediaFailure,
  type MadeFile,
  type MediaOrder,
  type MediaProvider,
  type MediaReport,
} from '#server/gateways/media/mediaProvider.ts';
import { mediaScript } from '#server/gateways/media/sandbox/mediaScript.ts';

/**
 * Delivers three small files without network and without state: all reports follow from the prompt and the time in the
 * ticket, so that they are the same in every process, before and after a restart.
 */
export function sandboxMedia(now: () => number = Date.now): MediaProvider {
  return {
    isIdempotent: true,
    submit: async ({ prompt, options }) => {
      const { submit } = mediaScript(prompt, options.kind);
      if (submit) throw new MediaFailure(submit.kind, submit.reason, 'Failed on command');
      return { state: 'accepted', ticket: { id: String(now()) } };
    },
    poll: async (ticket, order) => report(order, now() - Number(ticket.id)),
    cancel: async () => undefined,
  };
}

async function report(order: MediaOrder, passed: number): Promise<MediaReport> {
  const { seconds, end, word } = mediaScript(order.prompt, order.options.kind);
  const percent = Math.min(99, Math.floor(passed / (10 * seconds)));
  if (passed < seconds * 1_000) return { state: 'running', word: 'dreaming', percent };
  switch (end) {
    case 'made':
      return { state: 'finished', word, files: await filesOf(order) };
    case 'broken':
      return { state: 'finished', word, files: [broken()] };
    case 'empty':
      return { state: 'finished', word, files: [] };
    case 'failed':
      return { state: 'failed', word, reason: 'upstream_error' };
    case 'filtered':
      return { state: 'failed', word, reason: 'filtered' };
    case 'expired':
      return { state: 'expired', word };
    case 'unknown':
      return { state: 'running', word };
    case 'unreachable':
      throw new MediaFailure('busy', 'upstream_refused', 'Cut on command');
  }
}

/** The same three files for every prompt; only the picture has the size of the order. */
async function filesOf({ options }: MediaOrder): Promise<MadeFile[]> {
  switch (options.kind) {
    case 'picture': {
      const picture = sharp(await sandboxFile('picture.png')).resize(...sides[options.size]);
      return [made('', await picture.png().toBuffer())];
    }
    case 'music': {
      const take = made(options.title || 'Sandbox melody', await sandboxFile('melody.wav'));
      return [take, take];
    }
    case 'video':
      return [made('', await sandboxFile('video.webm'))];
  }
}

/** Returns a file in the folder of this module. */
export function sandboxFile(name: 'picture.png' | 'melody.wav' | 'video.webm'): Promise<Buffer> {
  return readFile(new URL(name, import.meta.url));
}

/** Width and height of pictures. */
const sides: Readonly<Record<PictureSize, [number, number]>> = {
  square: [512, 512],
  landscape: [768, 512],
  portrait: [512, 768],
};

function made(title: string, bytes: Uint8Array): MadeFile {
  return { kind: 'content', title, bytes };
}

function broken(): MadeFile {
  return made('', Buffer.from('<html>This is no picture</html>'));
}
