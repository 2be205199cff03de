import { describe, expect, it } from 'vitest';
import { PromptPlan } from '#server/services/attachments/promptPlan.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';

let made = 0;

function row(kind: AttachmentRow['kind'], more: Partial<AttachmentRow> = {}): AttachmentRow {
  made += 1;
  const sizes = kind === 'image' ? { width: 1_500, height: 1_000 } : { width: null, height: null };
  return {
    id: String(made),
    contentId: null,
    messageId: 'question',
    kind,
    name: 'file',
    type: 'a/b',
    size: 1_000_000,
    pages: kind === 'pdf' ? 10 : null,
    characters: kind === 'image' ? null : 400,
    tokens: kind === 'image' ? null : 100,
    ...sizes,
    ...more,
  };
}

const pictures = 'pixels';
const seeing = { model: { title: 'Seeing' }, inputs: ['image', 'pdf'] as const, pictures } as const;
const reading = { model: { title: 'Reading' }, inputs: [], pictures } as const;
const turn = (messageId: string) => ({ messageId, tokens: 5 });
const ways = (plan: PromptPlan, messageId: string) => plan.of(messageId).map(({ as }) => as);

describe('the plan of a prompt', () => {
  it('counts the size of each attachment', () => {
    const plan = new PromptPlan(seeing);
    const question = plan.addQuestion(turn('q'), [row('image'), row('pdf'), row('text')], 100_000);
    expect(ways(plan, 'q')).toEqual(['file', 'file', 'text']);
    expect(question.tokens).toBe(5 + (100 + 2_000) + (10 * 1_600 + 100) + (60 + 100));
    const plain = new PromptPlan(reading).addQuestion(turn('q'), [row('pdf')], 100_000);
    expect(plain.tokens).toBe(5 + 60 + 100);
  });

  it('sends a document as text if it is too long as a file', () => {
    const plan = new PromptPlan(seeing);
    plan.addQuestion(turn('few tokens'), [row('pdf')], 10_000);
    plan.addQuestion(turn('many pages'), [row('pdf', { pages: 101 })], 1_000_000);
    plan.addQuestion(
      turn('many bytes'),
      [row('pdf', { size: 12_000_000 }), row('pdf', { size: 12_000_000 })],
      1_000_000,
    );
    expect(ways(plan, 'few tokens')).toEqual(['text']);
    expect(ways(plan, 'many pages')).toEqual(['text']);
    expect(ways(plan, 'many bytes')).toEqual(['file', 'text']);
  });

  it('refuses attachments that a model can neither see nor read', () => {
    const scan = row('pdf', { characters: 0, tokens: 0 });
    const add = (taker: typeof seeing | typeof reading, one: AttachmentRow) => () =>
      new PromptPlan(taker).addQuestion(turn('q'), [one], 1_000_000);
    expect(add(reading, row('image'))).toThrow('Reading cannot look at pictures; it takes text');
    expect(add(reading, scan)).toThrow('cannot look at this PDF, which has no text');
    expect(add(seeing, { ...scan, pages: 101 })).toThrow('it takes text, image, pdf');
    expect(add(seeing, scan)).not.toThrow();
  });

  it('keeps the newest pictures of earlier turns and all their texts', () => {
    const plan = new PromptPlan(seeing);
    plan.addQuestion(turn('question'), [row('image'), row('image')], 100_000);
    for (let index = 0; index < 5; index += 1) {
      plan.addEarlier(turn(`earlier ${index}`), [row('image'), row('image'), row('text')]);
    }
    expect(ways(plan, 'earlier 2')).toEqual(['file', 'file', 'text']);
    expect(ways(plan, 'earlier 3')).toEqual(['note', 'note', 'text']);
    const unseen = new PromptPlan(reading);
    expect(unseen.addEarlier(turn('earlier'), [row('image')]).tokens).toBe(65);
    expect(ways(unseen, 'earlier')).toEqual(['note']);
  });
});
