import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { ComposerFoot } from '#islands/chat/composer/ComposerFoot.tsx';
import type { QuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { MissingScreen } from '#islands/chat/models/MissingScreen.tsx';
import { PricedOptions } from '#islands/chat/media/PricedOptions.tsx';
import { RegenerateButton } from '#islands/chat/message/RegenerateButton.tsx';
import { RegenerateMenu } from '#islands/chat/message/RegenerateMenu.tsx';
import { ModelMenu } from '#islands/chat/models/ModelMenu.tsx';
import { ModelGroups } from '#islands/chat/sidebar/ModelGroups.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { TextProvider } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import type { Answer } from '#stores/thread/thread.ts';

const builtIn = $models.get();
const models = builtIn.models.map((model) => ({ ...model, price: 0 }));
const [model] = models;
if (!model) throw new Error('The catalogue has no model');
const subject: Subject = { state: 'model', name: model.title, price: 0, model };
const answer = { parentKey: null, state: 'finished', charged: 0, media: [] } as unknown as Answer;
const nothing = (): void => undefined;
const limit = { files: 'none', tooLong: 0, cost: { price: 0, each: 0, steps: 2 } };

const parts: readonly (readonly [name: string, render: () => ReactNode])[] = [
  ['the message box', () => <ComposerFoot subject={subject} limit={limit as QuestionLimit} />],
  ['the button for another answer', () => <RegenerateButton {...{ answer, subject }} isLast />],
  [
    'the menu for another answer',
    () => <RegenerateMenu {...{ answer, subject }} button={{} as HTMLElement} onClose={nothing} />,
  ],
  ['the menu of models', () => <ModelMenu current="" inConversation={false} onDone={nothing} />],
  ['the sidebar', () => <ModelGroups />],
  ['the screen of an unknown address', () => <MissingScreen title="" text="" hasModels />],
  [
    'the options of media',
    () => (
      <PricedOptions
        {...{ label: '', values: [1], chosen: 1, onChoose: nothing }}
        nameOf={String}
        priceOf={() => 0}
      />
    ),
  ],
];

afterEach(() => $models.set(builtIn));

it.each(parts)('names a price of zero with one word in %s', (_name, render) => {
  $models.set({ ...builtIn, models });
  const markup = renderToStaticMarkup(
    <TextProvider language="en" messages={{ 'chat.priceFree': 'Free' }}>
      {render()}
    </TextProvider>,
  );
  const texts = markup.replaceAll(/<[^>]+>/g, ' ');
  expect(texts).toContain('Free');
  expect(texts).not.toMatch(/chat\.price|\b0\b/);
});
