import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { RegenerateMenu } from '#islands/chat/message/RegenerateMenu.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { TextProvider } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import type { Answer } from '#stores/thread/thread.ts';

const builtIn = $models.get();
const [model] = builtIn.models;
if (!model) throw new Error('The catalogue has no model');
const withModel: Subject = { state: 'model', name: model.title, price: model.price, model };
const withGpt = {
  state: 'gpt',
  name: 'Cook',
  price: 1,
  gpt: { prompt_starters: [] },
  model,
} as unknown as Subject;

afterEach(() => $models.set(builtIn));

describe('the menu of models that answer again', () => {
  it('has a heading, and the models below the titles of their groups', () => {
    const menu = markup(withModel);
    expect(nameOf(menu)).toBe('chat.regenerate.other');
    const groups = menu.split('<fieldset').slice(1);
    expect(groups.map((group) => textOf(/<legend.*?<\/legend>/.exec(group)?.[0] ?? ''))).toEqual([
      'chat.group.openai',
      'chat.group.claude',
      'chat.group.llama',
    ]);
    expect(groups.map((group) => group.includes('Claude Haiku 5.5'))).toEqual([false, true, false]);
  });

  it('leaves out models that cannot answer, and their group with them', () => {
    const models = builtIn.models.map((one) =>
      one.group === 'llama' ? { ...one, available: false } : one,
    );
    $models.set({ ...builtIn, models });
    expect(markup(withModel)).not.toContain('chat.group.llama');
  });

  it('marks the current model only', () => {
    expect(currentItems(markup(withModel))).toEqual([model.title]);
  });

  it('has the GPT of the chat first, as the current one', () => {
    const menu = markup(withGpt);
    expect(currentItems(menu)).toEqual(['Cook']);
    expect(menu.indexOf('Cook')).toBeLessThan(menu.indexOf('chat.group.openai'));
  });
});

function markup(subject: Subject): string {
  return renderToStaticMarkup(
    <TextProvider language="en" messages={{}}>
      <RegenerateMenu
        answer={{ parentKey: null } as Answer}
        subject={subject}
        button={undefined as unknown as HTMLElement}
        onClose={() => undefined}
      />
    </TextProvider>,
  );
}

/** Returns the text of the element that names the menu. */
function nameOf(menu: string): string {
  const id = /aria-labelledby="([^"]+)"/.exec(menu)?.[1] ?? '';
  return textOf(new RegExp(`<[^>]*id="${id}".*?</div>`).exec(menu)?.[0] ?? '');
}

/** Returns the titles of the items that are marked, each of which has an icon. */
function currentItems(menu: string): string[] {
  const items = menu.split('<button').slice(1);
  return items
    .filter((item) => item.includes('aria-current="true"') && item.includes('<svg'))
    .map((item) => /dir="auto">([^<]+)</.exec(item)?.[1] ?? '');
}

function textOf(element: string): string {
  return element.replaceAll(/<[^>]*>/g, '');
}
