import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { accountProblemOf } from '#server/gateways/accountProblem.ts';
import { apiKeyOf, keysInTurn, providerKeys } from '#server/gateways/providerKey.ts';

const first = 'sk-test-0123456789-aaaa';
const second = 'sk-test-0123456789-bbbb';

class Refused extends Error {
  readonly account = accountProblemOf(401, undefined);
}

describe('several keys of a provider', () => {
  it('are read from one variable, each once', () => {
    const { providers, search, moderation, media } = readConfig({
      OPENAI_API_KEY: `${first},${second}, ${first}`,
      GROQ_API_KEY: first,
      BRAVE_API_KEY: `${first} ${second}`,
      MODERATION_URL: 'http://localhost/v1/moderations',
      MODERATION_API_KEY: `${first},${second}`,
    });
    expect(providers).toMatchObject([{ apiKey: first, otherKeys: [second] }, { apiKey: first }]);
    expect(providers[1]).not.toHaveProperty('otherKeys');
    expect(search?.map(({ apiKey }) => apiKey)).toEqual([first, second]);
    expect(moderation).toMatchObject({ apiKey: first, otherKeys: [second] });
    expect(media.providers).toMatchObject([{ name: 'openai', otherKeys: [second] }]);
  });

  it('are refused where only the key that ordered a job may ask about it', () => {
    expect(() => readConfig({ LUMA_API_KEY: `${first},${second}` })).toThrow(
      'LUMA_API_KEY must be one key: only that which ordered a job may ask about it',
    );
  });

  it('are named by their last four characters, or by their place if they are short', () => {
    const config = { apiKey: first, otherKeys: ['short'] };
    const keys = providerKeys(config);
    expect(keys.map(({ label }) => label)).toEqual(['…aaaa', 'key 2']);
    expect(JSON.stringify(keys)).not.toContain('short');
    expect(keys.map((key) => apiKeyOf(config, key))).toEqual([first, 'short']);
    expect(providerKeys({ apiKey: '' })).toEqual([]);
  });

  it('are used in turn, and the next one after a refused one', async () => {
    const used: string[] = [];
    const withKey = keysInTurn(['a', 'b', 'c']);
    const work = async (key: string) => {
      used.push(key);
      if (key === 'b') throw new Refused();
      return key;
    };
    expect([await withKey(work), await withKey(work), await withKey(work)]).toEqual([
      'a',
      'c',
      'c',
    ]);
    expect(used).toEqual(['a', 'b', 'c', 'c']);
    const failing = async () => {
      throw new Error('It failed');
    };
    await expect(withKey(failing)).rejects.toThrow('It failed');
  });
});
