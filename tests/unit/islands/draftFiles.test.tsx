import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ComposerFoot } from '#islands/chat/composer/ComposerFoot.tsx';
import { DraftFiles } from '#islands/chat/composer/DraftFiles.tsx';
import type { QuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { TextProvider } from '#islands/shared/text.tsx';
import { $attachments, type DraftAttachment } from '#stores/drafts/attachments.ts';
import { message } from '#stores/browser/message.ts';
import { $models } from '#stores/models/models.ts';

const [model] = $models.get().models;
if (!model) throw new Error('The catalogue has no model');
const subject: Subject = { state: 'model', name: model.title, price: model.price, model };
const limit: QuestionLimit = {
  most: 100,
  tooLong: 0,
  remaining: undefined,
  cost: { price: 1, each: 1, steps: 1 },
  isUnaffordable: false,
  unseen: undefined,
  files: 'failed',
  empty: false,
  blocked: true,
};
const messages = {
  'composer.filesFailed': 'A file was not uploaded: try again or remove it.',
  'composer.files.failed': 'Not uploaded',
  'errors.internal': 'Something went wrong on our side.',
  'errors.offline': 'Check your connection and try again.',
  'chat.priceEach_one': '{{count}} credit per question',
};

afterEach(() => $attachments.set([]));

describe('files that were not uploaded', () => {
  it('are explained once, with the remedy, and the price stays', () => {
    $attachments.set([failed('a', 'errors.internal'), failed('b', 'errors.internal')]);
    expect(visibleTexts()).toEqual([
      'a.txt',
      '1 byte',
      'b.txt',
      '1 byte',
      'A file was not uploaded: try again or remove it.',
      '1 credit per question',
    ]);
  });

  it('are explained by the reason, if the server or the browser names one', () => {
    $attachments.set([failed('a', 'errors.offline')]);
    expect(visibleTexts()).toEqual([
      'a.txt',
      '1 byte',
      'Check your connection and try again.',
      '1 credit per question',
    ]);
  });
});

function failed(key: string, problem: string): DraftAttachment {
  const file = { key, name: `${key}.txt`, size: 1, kind: 'text' } as const;
  return { ...file, state: 'failed', problem: message(problem) };
}

/** Returns the texts of the files and of the line below the message box, without those for screen readers only. */
function visibleTexts(): string[] {
  const markup = renderToStaticMarkup(
    <TextProvider language="en" messages={messages}>
      <DraftFiles />
      <ComposerFoot subject={subject} limit={limit} />
    </TextProvider>,
  );
  return markup
    .replaceAll(/<span class="[^"]*sr-only">[^<]*<\/span>/g, '')
    .split(/<[^>]+>/)
    .filter((text) => text !== '');
}
