import {
  MediaFailure,
  type MadeFile,
  type MediaOrder,
  type MediaProvider,
  type MediaReport,
} from '#server/gateways/media/mediaProvider.ts';
import { mediaScript } from '#server/gateways/media/sandbox/mediaScript.ts';
import { sandboxMelody } from '#server/gateways/media/sandbox/sandboxMelody.ts';
import { sandboxPicture } from '#server/gateways/media/sandbox/sandboxPicture.ts';
import { sandboxVideo } from '#server/gateways/media/sandbox/sandboxVideo.ts';

/**
 * Makes small media without network and without state: all reports follow from the prompt and the time in the ticket,
 * so that they are the same in every process, before and after a restart.
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
      return { state: 'finished', word, files: await make(order) };
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

async function make({ prompt, options }: MediaOrder): Promise<MadeFile[]> {
  switch (options.kind) {
    case 'picture':
      return [made('', await sandboxPicture(prompt, options.size))];
    case 'music': {
      const title = options.title || 'Sandbox melody';
      return [0, 1].map((take) => made(title, sandboxMelody(`${options.style} ${prompt}`, take)));
    }
    case 'video':
      return [made('', await sandboxVideo(prompt, options.ratio, options.seconds))];
  }
}

function made(title: string, bytes: Uint8Array): MadeFile {
  return { kind: 'content', title, bytes };
}

function broken(): MadeFile {
  return made('', Buffer.from('<html>This is no picture</html>'));
}
