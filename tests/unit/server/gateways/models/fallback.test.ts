import { describe, expect, it } from 'vitest';
import type { ModelInput } from '#domain/models/models.ts';
import { fallbackFor } from '#server/gateways/models/fallback.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';

function route(
  upstream: string,
  inputs: readonly ModelInput[],
  fallback: ModelRoute | undefined,
): ModelRoute {
  const stream = (): never => {
    throw new Error('Not asked here');
  };
  return { upstream, sandbox: false, inputs, fallback, stream };
}

const seeing = route('seeing', ['image', 'pdf'], undefined);
const first = route('first', ['image', 'pdf'], route('blind', [], seeing));

function asked(...types: string[]) {
  const files = types.map((type) => ({ type, name: 'file', read: async () => new Uint8Array() }));
  return {
    turns: [
      { role: 'user' as const, text: 'Look', files },
      { role: 'assistant' as const, text: 'Yes' },
      { role: 'user' as const, text: 'And?' },
    ],
  };
}

describe('the upstream after a failure', () => {
  it('is the next one for texts, and one that reads pictures for pictures and documents', () => {
    expect(fallbackFor(first, asked())?.upstream).toBe('blind');
    expect(fallbackFor(first, asked('image/png'))?.upstream).toBe('seeing');
    expect(fallbackFor(first, asked('application/pdf'))?.upstream).toBe('seeing');
    expect(fallbackFor(route('first', [], route('blind', [], undefined)), asked('image/png'))).toBe(
      undefined,
    );
  });
});
