import { describe, expect, it } from 'vitest';
import { type Turn, trimHistory } from '#domain/chat/chat.ts';
import { defaultChatSettings, answerOptionsOf } from '#domain/chat/chatSettings.ts';

const user = (text: string): Turn => ({ role: 'user', text });
const assistant = (text: string): Turn => ({ role: 'assistant', text });

describe('the history of a prompt', () => {
  const history = [user('aaa'), assistant('bbb'), user('cc'), assistant('dd')];
  const trim = (room: number) => trimHistory(history, room, ({ text }) => text.length);

  it('is kept whole if it fits', () => {
    expect(trim(10)).toEqual({ turns: history, dropped: 0 });
  });

  it('loses its oldest questions with their answers', () => {
    expect(trim(9)).toEqual({ turns: history.slice(2), dropped: 2 });
    expect(trim(4)).toEqual({ turns: history.slice(2), dropped: 2 });
    expect(trim(3)).toEqual({ turns: [], dropped: 4 });
  });

  it('is dropped before a turn without an end', () => {
    const tokensOf = ({ text }: Turn) => (text === 'bbb' ? Infinity : 1);
    expect(trimHistory(history, 100, tokensOf)).toEqual({ turns: history.slice(2), dropped: 2 });
  });
});

describe('the options of an answer', () => {
  const model = { gptId: null, instructions: undefined, maxOutputTokens: 4_096 };

  it('are the model’s own if nothing was chosen', () => {
    expect(answerOptionsOf(defaultChatSettings, model)).toEqual({
      temperature: undefined,
      maxOutputTokens: 4_096,
      historyTurns: 500,
      instructions: undefined,
    });
  });

  it('are the user’s within the limits of the model', () => {
    const settings = {
      temperature: 0,
      max_output_tokens: 10_000,
      history_turns: 0,
      system_prompt: 'Be brief.',
    };
    expect(answerOptionsOf(settings, model)).toEqual({
      temperature: 0,
      maxOutputTokens: 4_096,
      historyTurns: 0,
      instructions: 'Be brief.',
    });
    const gpt = { ...model, gptId: 'helper', instructions: 'Help well.' };
    expect(answerOptionsOf(settings, gpt).instructions).toBe('Help well.');
    const personal = { aboutMe: 'A baker', howToAnswer: '', memory: ['My oven is old.'] };
    expect(answerOptionsOf(settings, gpt, personal).instructions).toBe(
      'Help well.\n\nAbout the user, in their own words:\nA baker\n\nWhat the user asked to remember:\n- My oven is old.',
    );
  });
});
