import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sandboxCommands, sandboxScript } from '#server/gateways/models/sandboxScript.ts';

function script(text: string) {
  return sandboxScript({ model: 'gpt-4o-mini', instructions: '', turns: 1, text });
}

describe('the commands of the sandbox', () => {
  it('are all in the README of the models', () => {
    const readme = readFileSync('src/server/gateways/models/README.md', 'utf8');
    for (const [name, { number }] of Object.entries(sandboxCommands)) {
      expect(readme).toContain(`\`sandbox: ${name}${number ? ` ${number.usual}` : ''}\``);
    }
  });

  it('keep within their limits', () => {
    expect([...script('sandbox: fail 99')]).toEqual([{ do: 'status', status: 400 }]);
    expect([...script('sandbox: fail 999999999')]).toEqual([{ do: 'status', status: 599 }]);
    expect([...script('sandbox: fast 999999999')]).toHaveLength(100_002);
  });

  it('count only at the start of a question', () => {
    const steps = [...script('Why does\nsandbox: refuse\nrefuse?')];
    expect(steps.at(-1)).toEqual({ do: 'finish', reason: 'stop', usage: true });
    expect([...script('  Sandbox: refuse\nNow')]).toEqual([{ do: 'destroy' }]);
  });
});
