import { randomUUID } from 'node:crypto';
import type { Share } from '#contract/conversations/shares.ts';
import { mediaKinds } from '#domain/media/media.ts';
import { type ChatTarget, chatPath, sharedPath } from '#domain/chat/chatPaths.ts';
import type { Language } from '#domain/languages/languages.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<string>;

/** Address of a page in a language. */
type Address = (language: Language) => string;

/** Addresses of the files made for the pictures. */
export type Made = Readonly<
  Record<'picture' | 'music' | 'video' | 'failedPicture' | 'shared', Address>
>;

const models = { picture: 'dall-e-3', music: 'suno-v3', video: 'luma-video' } as const;

const prompts = {
  picture: 'A red kite above a harbour at dawn, in watercolour, with soft light on the water',
  music: 'A slow song about rain on a tin roof, with a piano and a quiet voice',
  video: 'A paper boat drifts down a small stream in the woods, filmed from close above',
} as const;

const options = {
  picture: { kind: 'picture', size: 'landscape', quality: 'low' },
  music: { kind: 'music', instrumental: false, title: 'Tin roof', style: 'folk, slow' },
  video: { kind: 'video', ratio: '16:9', seconds: 5 },
} as const;

/** Has one of each kind made, has one fail, and shares a picture. */
export async function makeEverything(call: Call): Promise<Made> {
  const ask = (model: string, text: string, chosen: object) =>
    askFor(call, { request_id: randomUUID(), target: { model }, text, options: chosen });
  const [picture, music, video] = await Promise.all(
    mediaKinds.map((kind) => ask(models[kind], prompts[kind], options[kind])),
  );
  const failed = await ask(models.picture, `${prompts.picture}. sandbox: fail 1`, options.picture);
  const shared = await call('POST', `/api/chat/conversations/${picture}/shares`);
  const { id } = JSON.parse(shared) as Share;
  return {
    picture: addressOf(models.picture, picture),
    music: addressOf(models.music, music),
    video: addressOf(models.video, video),
    failedPicture: addressOf(models.picture, failed),
    shared: (language) => sharedPath(id, language),
  };
}

export function mediaTarget(kind: keyof typeof models): ChatTarget {
  return { group: 'art', model: models[kind] };
}

function addressOf(model: string, conversation = ''): Address {
  return (language) => chatPath(language, { group: 'art', model }, { conversation });
}

/** Asks and waits for the end. Returns the id of the conversation. */
async function askFor(call: Call, question: object): Promise<string> {
  const events = await call('POST', '/api/chat/questions', question);
  const id = /"conversation_id":"([^"]+)"/.exec(events)?.[1];
  if (id === undefined) throw new Error(`The question was answered with ${events}`);
  return id;
}
