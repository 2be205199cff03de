import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ComposerFoot } from '#islands/chat/composer/ComposerFoot.tsx';
import { DraftFiles } from '#islands/chat/composer/DraftFiles.tsx';
import type { QuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { TextProvider } from '#islands/shared/text.tsx';
import { $attachments, $refusedFiles, type DraftAttachment } from '#stores/drafts/attachments.ts';
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
  'composer.filesFailed_one': 'Not uploaded: try again or remove it.',
  'composer.filesFailed_other': 'Not uploaded: try again or remove them.',
  'composer.refused.tooMany': 'Not attached: a question takes at most {{most}} files.',
  'chat.failed.tryAgain': 'Try again',
  'composer.files.failed': 'Not uploaded',
  'errors.internal': 'Something went wrong on our side.',
  'errors.offline': 'Check your connection and try again.',
  'chat.priceEach_one': '{{count}} credit per question',
};

afterEach(() => {
  $attachments.set([]);
  $refusedFiles.set([]);
});

describe('files that were not uploaded', () => {
  it('are explained once, with the remedy, and the price stays', () => {
    $attachments.set([failed('a', 'errors.internal'), failed('b', 'errors.internal')]);
    expect(visibleTexts()).toEqual([
      'a.txt',
      'Not uploaded',
      'b.txt',
      'Not uploaded',
      'a.txt +1',
      'Not uploaded: try again or remove them.',
      '1 credit per question',
    ]);
    expect(markup()).toContain('Try again');
  });

  it('are named, because a phone may not show the file itself', () => {
    $attachments.set([failed('Quarterly report', 'errors.internal')]);
    expect(visibleTexts()).toEqual([
      'Quarterly report.txt',
      'Not uploaded',
      'Quarterly report.txt',
      'Not uploaded: try again or remove it.',
      '1 credit per question',
    ]);
  });

  it('are explained by the reason, if the server or the browser names one', () => {
    $attachments.set([failed('a', 'errors.offline'), failed('b', 'errors.internal')]);
    expect(visibleTexts().slice(4)).toEqual([
      'a.txt',
      'Check your connection and try again.',
      'b.txt',
      'Not uploaded: try again or remove it.',
      '1 credit per question',
    ]);
  });
});

describe('files that were refused', () => {
  it('are in one line if a question takes no more of them', () => {
    const problem = message('composer.refused.tooMany', { most: 4 });
    $refusedFiles.set([{ name: '5.txt', others: 8, problem }]);
    expect(visibleTexts().slice(0, 3)).toEqual([
      '5.txt +8',
      ' ',
      'Not attached: a question takes at most 4 files.',
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
  return (
    markup
      .replaceAll(/<span class="[^"]*sr-only">[^<]*<\/span>/g, '')
      // The parts of a name, between which a long one is cut.
      .replaceAll(/<\/span><span class="shrink-0">/g, '')
      .split(/<[^>]+>/)
      .filter((text) => text !== '')
  );
}

function markup(): string {
  return renderToStaticMarkup(
    <TextProvider language="en" messages={messages}>
      <DraftFiles />
      <ComposerFoot subject={subject} limit={limit} />
    </TextProvider>,
  );
}
