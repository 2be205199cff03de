import { attachmentNameMaxCharacters } from '#domain/attachments.ts';
import { dropOverrides } from '#domain/text.ts';

/** Control characters and marks without a shape: a name must look like what it is. */
const invisible = /[\p{Cc}\p{Cs}\u200e\u200f\ufeff]/gu;

const extensionByType: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/pdf': '.pdf',
};

/** The last part of an uploaded file's name, fit to be shown and stored. */
export function cleanName(name: string): string {
  const last = dropOverrides(name).replaceAll(invisible, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const cut = [...last].slice(0, attachmentNameMaxCharacters).join('');
  return /^\.*$/.test(cut) ? 'file' : cut;
}

/** The name under which a browser keeps a file: its extension is that of what is in it. */
export function downloadName(name: string, type: string): string {
  const extension = extensionByType[type];
  if (extension === undefined) return name;
  const isRight = extension === '.jpg' ? /\.jpe?g$/i : new RegExp(`\\${extension}$`, 'i');
  return isRight.test(name) ? name : name.replace(/\.[a-z0-9]{1,5}$/i, '') + extension;
}

/** `Content-Disposition` with a name in any language (RFC 6266). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
