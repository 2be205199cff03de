import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { models, searchModel } from '#domain/models/models.ts';
import { chatPath, chatScreenPath, continuePath, searchTarget } from '#domain/chat/chatPaths.ts';
import { routeOf } from '#stores/route/route.ts';

describe('a path of the chat area', () => {
  it.each([
    ['/en/chat', 'start'],
    ['/en/chat/search', 'chat'],
    ['/en/chat/search/c/no-uuid', 'unknown'],
    ['/en/chat/search/x', 'unknown'],
    ['/zh_TW/chat/gpts', 'gpts'],
    ['/en/chat/media', 'media'],
    ['/en/chat/settings', 'settings'],
    ['/en/chat/continue/abc', 'continue'],
    ['/en/chat/continue/abc/d', 'unknown'],
    ['/en/chat/continue', 'unknown'],
    ['/en/chat/nothing', 'unknown'],
    ['/en/chat/openai/gpt-4o-mini/x/y', 'unknown'],
    ['/en/chat/openai/gpt-4o-mini/c/no-uuid', 'unknown'],
    ['/en/chat/nobody/model', 'unknown'],
  ])('%s shows %s', (path, screen) => {
    expect(routeOf(path).screen).toBe(screen);
  });

  it('leads to every model in its group, in every language', () => {
    for (const language of languages) {
      for (const { id, group } of models) {
        const route = routeOf(chatPath(language, { group, model: id }));
        expect(route).toMatchObject({ language, screen: 'chat', target: { group, model: id } });
      }
    }
  });

  it('leads to AI search, whose conversations are below it', () => {
    expect(searchTarget.model).toBe(searchModel.id);
    const conversation = '8b6ff3c2-6a53-4b4b-9a94-0a1f5f2f8f11';
    expect(chatPath('ja', searchTarget)).toBe(chatScreenPath('ja', 'search'));
    const path = chatPath('ja', searchTarget, { conversation });
    expect(path).toBe(`/ja/chat/search/c/${conversation}`);
    expect(routeOf(path)).toMatchObject({ target: searchTarget, conversationId: conversation });
  });

  it('can be temporary, also for AI search', () => {
    for (const target of [searchTarget, { group: 'g', gpt: 'a' } as const]) {
      const path = chatPath('en', target, { temporary: true });
      const [pathname = '', query = ''] = path.split('?');
      expect(routeOf(pathname, query)).toMatchObject({ target, temporary: true });
      expect(routeOf(pathname)).not.toHaveProperty('temporary');
    }
  });

  it('copies a shared conversation', () => {
    const route = routeOf(continuePath('fr', '-a_Z'));
    expect(route).toMatchObject({ language: 'fr', screen: 'continue', shareId: '-a_Z' });
  });

  it('leads a model under another group to its own', () => {
    const route = routeOf('/en/chat/openai/dall-e-3');
    expect(route).toMatchObject({ target: { group: 'art', model: 'dall-e-3' } });
  });

  it('names a conversation, a GPT, and the text for the message box', () => {
    const conversation = '8b6ff3c2-6a53-4b4b-9a94-0a1f5f2f8f11';
    expect(routeOf(`/de/chat/g/a%2Fb/c/${conversation}`, '?text=Hallo%20du')).toMatchObject({
      language: 'de',
      target: { group: 'g', gpt: 'a/b' },
      conversationId: conversation,
      text: 'Hallo du',
    });
  });
});
