import { describe, expect, it } from 'vitest';
import { briefTime } from '#islands/chat/dialogs/PaletteRows.tsx';

describe('the last use of a conversation in the palette', () => {
  it('is as short as it is clear', () => {
    const now = new Date(2026, 10, 30, 14, 0);
    const shown = (language: 'en' | 'de' | 'zh', moment: Date) =>
      briefTime((key) => key, language, moment, now);
    expect(shown('en', new Date(2026, 10, 30, 9, 5))).toMatch(/^9:05\sAM$/);
    expect(shown('de', new Date(2026, 10, 30, 9, 5))).toBe('09:05');
    expect(shown('en', new Date(2026, 10, 29, 23, 59))).toBe('conversations.group.yesterday');
    expect(shown('en', new Date(2026, 10, 3))).toBe('Nov 3');
    expect(shown('de', new Date(2026, 10, 3))).toBe('3. Nov.');
    expect(shown('zh', new Date(2026, 10, 3)).replaceAll('\u2060', '')).toBe('11月3日');
    expect(shown('en', new Date(2025, 11, 31))).toBe('Dec 31, 2025');
  });

  it('is a time of today where the clock of the computer is behind', () => {
    const moment = new Date(2026, 11, 1, 0, 5);
    const now = new Date(2026, 10, 30, 23, 59);
    expect(briefTime((key) => key, 'de', moment, now)).toBe('00:05');
  });
});
