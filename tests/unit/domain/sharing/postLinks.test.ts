import { describe, expect, it } from 'vitest';
import { normalisePostLink } from '#domain/sharing/postLinks.ts';

describe('the address of a post', () => {
  it.each([
    ['https://social.example.net/p/1', 'https://social.example.net/p/1'],
    [' https://www.Social.example.net/p/1/ ', 'https://social.example.net/p/1'],
    ['https://m.social.example.net/p/1#comments', 'https://social.example.net/p/1'],
    ['https://mobile.twitter.com/a/status/1?s=20&t=x', 'https://x.com/a/status/1'],
    ['https://social.example.net/p?t=5&id=1&utm_source=x', 'https://social.example.net/p?id=1&t=5'],
    ['https://social.example.net/?p=1', 'https://social.example.net/?p=1'],
    ['https://m.io/1', 'https://m.io/1'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('%s is normalised to %s', (typed, link) => {
    expect(normalisePostLink(typed)).toBe(link);
    expect(normalisePostLink(link)).toBe(link);
  });

  it.each([
    'http://social.example.net/p/1',
    'https://social.example.net',
    'https://localhost/p',
    'https://127.0.0.1/p',
    'https://2130706433/p',
    'https://[::1]/p',
    'https://a@social.example.net/p',
    'https://social.example.net:444/p',
    'ftp://social.example.net/p',
    'data:text/html,x',
    `https://social.example.net/${'x'.repeat(500)}`,
  ])('is not %s', (typed) => {
    expect(normalisePostLink(typed)).toBeUndefined();
  });
});
