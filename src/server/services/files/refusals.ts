import { AppError } from '#server/errors.ts';
import type { Unreadable } from '#server/services/files/reading/reading.ts';

/** Returns the error for a file that violates a rule. */
export function unreadable(why: Unreadable): AppError {
  switch (why.rule) {
    case 'type':
      return new AppError(
        'attachment_type',
        'Only PNG, JPEG, WebP and GIF pictures, PDF and plain text can be attached; what a file is, its content says',
      );
    case 'encoding':
      return new AppError(
        'attachment_encoding',
        'The encoding of the text is unknown, or the file is no text; save it as UTF-8',
      );
    case 'empty':
      return new AppError('attachment_unreadable', 'The file is empty');
    case 'damaged':
      return new AppError('attachment_unreadable', 'The file is damaged and cannot be read');
    case 'encrypted':
      return new AppError('attachment_encrypted', 'The PDF is protected by a password');
    case 'effort':
      return new AppError('attachment_effort', 'Reading the file takes too much time or memory');
    case 'pixels': {
      const most = Math.floor(why.most / 1_000_000);
      const message = `The picture has more than ${most} million pixels`;
      return new AppError('attachment_pixels', message, { most });
    }
    case 'pages':
      return new AppError('attachment_pages', `The PDF has more than ${why.most} pages`, {
        most: why.most,
      });
    case 'characters':
      return new AppError('attachment_effort', `The file has more than ${why.most} characters`, {
        most: why.most,
      });
  }
}

/** Returns the error for a file that is too large; `most` is the limit in bytes. */
export function tooLarge(most: number): AppError {
  const megabytes = most / 1_000_000;
  return new AppError('attachment_too_large', `The file is larger than ${megabytes} MB`, {
    max_bytes: most,
    megabytes,
  });
}
