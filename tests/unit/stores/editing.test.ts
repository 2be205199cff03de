import { afterEach, expect, it } from 'vitest';
import { $editing, cancelEditing, changeEdited } from '#stores/chat/editing.ts';
import { editLastQuestion } from '#stores/chat/lastTurn.ts';
import { $thread, changeThread, newQuestion, newThread } from '#stores/thread/thread.ts';
import { requestId } from '../../fixtures/answer.ts';

afterEach(() => {
  cancelEditing();
  $thread.set(newThread);
});

it('keeps what was typed when the shortcut for editing is pressed again', () => {
  const question = newQuestion(requestId, { parentKey: null, text: 'Old', attachments: [] });
  changeThread(() => ({ all: [question] }));
  expect(editLastQuestion()).toBe(true);
  changeEdited('New');
  expect(editLastQuestion()).toBe(true);
  expect($editing.get()?.text).toBe('New');
});
