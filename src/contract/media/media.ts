import { endpoint } from '#contract/endpoint.ts';
import { storable, uuid } from '#contract/text.ts';
import { pageSize } from '#contract/paging.ts';
import { shareIdPattern } from '#domain/chat/chat.ts';
import {
  mediaKinds,
  mediaTypes,
  musicStyleMaxCharacters,
  musicTitleMaxCharacters,
  pictureQualities,
  pictureSizes,
  videoRatios,
  videoSeconds,
} from '#domain/media/media.ts';
import * as z from 'zod/mini';

const kind = z.enum(mediaKinds);

/** The options of a question to a media model. `kind` must be that of the model. `mediaPriceOf` returns the price. */
export const mediaOptions = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('picture'),
    size: z.enum(pictureSizes),
    quality: z.enum(pictureQualities),
  }),
  z.strictObject({
    kind: z.literal('music'),
    instrumental: z.boolean(),
    /** Empty to let the model choose. The same applies to `style`. */
    title: z.string().check(storable, z.trim(), z.maxLength(musicTitleMaxCharacters)),
    style: z.string().check(storable, z.trim(), z.maxLength(musicStyleMaxCharacters)),
  }),
  z.strictObject({
    kind: z.literal('video'),
    ratio: z.enum(videoRatios),
    seconds: z.literal([...videoSeconds]),
  }),
]);

/** A generated picture, piece of music or video. */
export const mediaFile = z.object({
  id: uuid,
  kind,
  /** The media type, detected from the content. */
  type: z.enum(mediaTypes),
  /** Bytes. */
  size: z.int(),
  /** Size of a picture or video in pixels; `null` if unknown. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Duration of music or a video; `null` if unknown. */
  seconds: z.nullable(z.number()),
  /** The title from the model; may be empty. */
  title: z.string(),
  /** Whether its user deleted it. The content of a deleted file is gone. */
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
      /** With any value, the browser saves the file instead of showing it. */
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
      /** Cursor: only files before this one. */
      before: z.optional(uuid),
      size: pageSize(),
    }),
  response: () =>
    z.object({
      items: z.array(
        z.extend(mediaFile, {
          conversation_id: uuid,
          /** The message of the file. */
          message_id: uuid,
          /** The text of the question. */
          prompt: z.string(),
          model: z.string(),
          created: z.iso.datetime(),
        }),
      ),
      has_more: z.boolean(),
      /** The user's storage over all kinds of files, and its limit. */
      used: z.object({ files: z.int(), bytes: z.int() }),
      limit: z.object({ files: z.int(), bytes: z.int() }),
    }),
});

export const deleteMediaFile = endpoint({
  method: 'DELETE',
  path: '/api/media/files/:id',
  summary: 'Deletes a file for good; its answer stays. Deleting it again changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  response: () => z.object({ id: uuid }),
});

export const receiveMediaCallback = endpoint({
  method: 'POST',
  path: '/api/media/callbacks/:job/:key',
  summary:
    'Takes the message of a provider that something happened to a job. It is not believed: it only makes the server ask the provider now. 404 for a wrong key.',
  access: 'signed',
  params: () => z.strictObject({ job: uuid, key: z.string().check(z.maxLength(100)) }),
  response: () => z.object({ outcome: z.literal('noted') }),
});
