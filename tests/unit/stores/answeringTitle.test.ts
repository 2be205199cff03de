import { expect, it } from 'vitest';
import { answeringTitle } from '#stores/models/answeringTitle.ts';
import { $models, modelDefaults } from '#stores/models/models.ts';

const model = { ...$models.get().models[0]!, ...modelDefaults, id: 'old', title: 'Old model' };

it('names the model that answers in the place of another one, if any', () => {
  expect(answeringTitle([model], 'old')).toBe('Old model');
  expect(answeringTitle([{ ...model, successor: 'gpt-6-luna' }], 'old')).toBe('GPT-6 luna');
  expect(answeringTitle([{ ...model, closed: '2026-01-05' }], 'old')).toBeNull();
  expect(answeringTitle([], 'gpt-6-sol')).toBe('GPT-6 sol');
  expect(answeringTitle([], 'removed-model')).toBe('removed-model');
});
