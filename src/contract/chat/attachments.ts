import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { attachmentKinds, attachmentNameMaxCharacters } from '#domain/chat/attachments.ts';
import * as z from 'zod/mini';

export const attachmentId = uuid;

export const attachment = z.object({
  id: attachmentId,
  kind: z.enum(attachmentKinds),
  name: z.string(),
  /** The media type, detected from the content. */
  type: z.string(),
  /** Bytes of the stored file. */
  size: z.int(),
  /** Size of a picture in pixels; `null` for other files. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Characters of the text in a file; `null` for pictures. */
  characters: z.nullable(z.int()),
  /** Pages of a PDF; `null` for other files. */
  pages: z.nullable(z.int()),
  /** A high estimate of the tokens of the text in a file, by which questions are priced; `null` for pictures. */
  tokens: z.nullable(z.int()),
});

export type Attachment = z.output<typeof attachment>;

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/chat/attachments',
  summary:
    'Uploads a file to send with a question: the body is its content. Pictures are encoded anew, without what the camera wrote into them. What is not sent within a day is deleted.',
  query: () =>
    z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(attachmentNameMaxCharacters)),
    }),
  response: () => attachment,
});

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/chat/attachments/:id',
  summary: 'The content of an attachment of the signed-in user.',
  params: () => z.strictObject({ id: attachmentId }),
});

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/api/chat/attachments/:id',
  summary: 'Deletes an attachment that was not sent yet. Deleting it again changes nothing.',
  params: () => z.strictObject({ id: attachmentId }),
  response: () => z.object({ id: attachmentId }),
});
