import { describe, expect, it } from 'vitest';
import { models } from '#domain/models/models.ts';
import { upstreamOf } from '#server/gateways/models/mapping.ts';

describe('upstreamOf', () => {
  it('has an upstream for every text model, and for no other', () => {
    for (const { id, kind } of models) {
      expect(upstreamOf(id, new Date()) !== undefined, id).toBe(kind === 'text');
    }
    expect(upstreamOf('toString', new Date())).toBeUndefined();
  });

  it('sends each group to its provider', () => {
    const providers = { openai: 'openai', claude: 'anthropic', llama: 'groq', art: undefined };
    for (const { id, group } of models) {
      expect(upstreamOf(id, new Date())?.provider, id).toBe(providers[group]);
    }
  });

  it('changes to the successor on the day of a shutdown', () => {
    const on = (date: string) => upstreamOf('gpt-4o-mini', new Date(date))?.name;
    expect(on('2027-01-13T23:59:59Z')).toBe('gpt-4o-mini');
    expect(on('2027-01-14T00:00:00Z')).toBe('gpt-6-luna');
  });
});
