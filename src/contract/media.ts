import { endpoint } from '#contract/endpoint.ts';
import { storable, uuid } from '#contract/text.ts';
import { shareIdPattern } from '#domain/chat.ts';
import {
  mediaKinds,
  mediaTypes,
  musicStyleMaxCharacters,
  musicTitleMaxCharacters,
  pictureQualities,
  pictureSizes,
  videoRatios,
  videoSeconds,
} from '#domain/media.ts';
import * as z from 'zod/mini';

const kind = z.enum(mediaKinds);

/** How it is to be made; `kind` is that of the model. `mediaPriceOf` says what it costs. */
export const mediaOptions = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('picture'),
    size: z.enum(pictureSizes),
    quality: z.enum(pictureQualities),
  }),
  z.strictObject({
    kind: z.literal('music'),
    instrumental: z.boolean(),
    /** Empty for what the model calls it, and makes of it. */
    title: z.string().check(storable, z.trim(), z.maxLength(musicTitleMaxCharacters)),
    style: z.string().check(storable, z.trim(), z.maxLength(musicStyleMaxCharacters)),
  }),
  z.strictObject({
    kind: z.literal('video'),
    ratio: z.enum(videoRatios),
    seconds: z.literal([...videoSeconds]),
  }),
]);

/** A picture, a piece of music or a video that was made here. */
export const mediaFile = z.object({
  id: uuid,
  kind,
  /** Media type, found from the content. */
  type: z.enum(mediaTypes),
  /** Bytes. */
  size: z.int(),
  /** Of pictures and videos, in pixels; `null` where nobody knows. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Of music and videos; `null` where nobody knows. */
  seconds: z.nullable(z.number()),
  /** The title that its model gave it; empty where it gave none. */
  title: z.string(),
  /** Whether its user deleted it: then there is nothing to get. */
  deleted: z.boolean(),
});

export type MediaFile = z.output<typeof mediaFile>;

export const getMediaFile = endpoint({
  method: 'GET',
  path: '/api/media/files/:id',
  summary:
    'The content of a picture, a piece of music or a video: for its user, or for whoever has the link of a conversation that shows it. Takes one range of bytes.',
  access: 'visitor',
  params: () => z.strictObject({ id: uuid }),
  query: () =>
    z.object({
      /** Anything: the file is to be saved. */
      download: z.optional(z.string()),
      /** The id of a shared conversation. */
      share: z.optional(z.string().check(z.regex(shareIdPattern))),
    }),
});

export const listMediaFiles = endpoint({
  method: 'GET',
  path: '/api/media/files',
  summary: 'What media models made for the signed-in user, newest first.',
  query: () =>
    z.object({
      kind: z.optional(kind),
      /** Only those made before this one. */
      before: z.optional(uuid),
      size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    }),
  answer: () =>
    z.object({
      items: z.array(
        z.extend(mediaFile, {
          conversation_id: uuid,
          /** The message of which it is a part. */
          message_id: uuid,
          /** The question. */
          prompt: z.string(),
          model: z.string(),
          created: z.iso.datetime(),
        }),
      ),
      has_more: z.boolean(),
      /** The number of the user's stored files, of all kinds, and its limit. */
      used: z.object({ files: z.int(), bytes: z.int() }),
      limit: z.object({ files: z.int(), bytes: z.int() }),
    }),
});

export const deleteMediaFile = endpoint({
  method: 'DELETE',
  path: '/api/media/files/:id',
  summary: 'Deletes a file for good; its answer stays. Deleting it again changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  answer: () => z.object({ id: uuid }),
});

export const receiveMediaCallback = endpoint({
  method: 'POST',
  path: '/api/media/callbacks/:job/:key',
  summary:
    'Takes the message of a provider that something happened to a job. It is not believed: it only makes the server ask the provider now. 404 for a wrong key.',
  access: 'signed',
  params: () => z.strictObject({ job: uuid, key: z.string().check(z.maxLength(100)) }),
  answer: () => z.object({ outcome: z.literal('noted') }),
});
