import { attachmentNameMaxCharacters } from '#domain/chat/attachments.ts';
import { dropOverrides } from '#domain/texts/text.ts';

/** Control characters and invisible characters, which could disguise a name. */
const invisible = /[\p{Cc}\p{Cs}\u200e\u200f\ufeff]/gu;

const extensionByType: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/pdf': '.pdf',
};

/** Returns the last part of an uploaded file's path as a name that is safe to show and store. */
export function cleanName(name: string): string {
  const last = dropOverrides(name).replaceAll(invisible, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const cut = [...last].slice(0, attachmentNameMaxCharacters).join('');
  return /^\.*$/.test(cut) ? 'file' : cut;
}

/** Returns the name for downloads, with the extension of the actual type. */
export function downloadName(name: string, type: string): string {
  const extension = extensionByType[type];
  if (extension === undefined) return name;
  const isRight = extension === '.jpg' ? /\.jpe?g$/i : new RegExp(`\\${extension}$`, 'i');
  return isRight.test(name) ? name : name.replace(/\.[a-z0-9]{1,5}$/i, '') + extension;
}

/** Returns the `Content-Disposition` header with a name in any language (RFC 6266). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
