import { describe, expect, it } from 'vitest';
import { estimateHeight } from '#islands/chat/message/estimateHeight.ts';
import { messageRows } from '#stores/thread/messageRows.ts';
import { newAnswer, newQuestion } from '#stores/thread/thread.ts';

const column = 728;

describe('the likely height of messages', () => {
  it('is close to the browser’s height of a short question and of a long answer', () => {
    const short = heightOf('What else is there to know about herons?', 'They stand still.');
    expect(short).toBeGreaterThan(90);
    expect(short).toBeLessThan(130);
    const answer = '# Herons\n\nThey stand beside ponds.\n\n'.repeat(8);
    expect(heightOf('Herons?', answer)).toBeGreaterThan(300);
    expect(heightOf('Herons?', answer)).toBeLessThan(450);
  });

  it('grows with the text, in narrow columns, and with wide letters', () => {
    const text = 'Grey herons stand still for hours. '.repeat(40);
    expect(heightOf('Herons?', text)).toBeGreaterThan(heightOf('Herons?', text.slice(0, 200)));
    expect(heightOf('Herons?', text, 328)).toBeGreaterThan(heightOf('Herons?', text));
    const wide = '鹭'.repeat(text.length);
    expect(heightOf('Herons?', wide)).toBeGreaterThan(1.5 * heightOf('Herons?', text));
  });

  it('is a number without any message', () => {
    expect(estimateHeight([], column)).toBe(0);
  });
});

function heightOf(question: string, text: string, width = column): number {
  const asked = newQuestion('1', { parentKey: null, text: question, attachments: [] });
  const answer = { ...newAnswer('1', asked.key, { model: '' }), text };
  const all = [asked, answer];
  return estimateHeight(messageRows({ all, messages: all }), width);
}
