import { describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  digestOf,
  policyOf,
  toastStyles,
} from '#release/contentSecurityPolicy.ts';
import { inlineContent } from '#release/inlineContent.ts';

/** The findings of each case were compared with those of parse5 8.0. */
describe('inline content', () => {
  it.each([
    ['<script>a()</script>', ['a()']],
    ['<SCRIPT type=module>\r\na()\r</SCRIPT\n>', ['\na()\n']],
    ['<script type="importmap">{}</script>', ['{}']],
    ['<script type=" text/JavaScript ">a</script>', ['a']],
    ['<script type="application/ld+json">{}</script>', []],
    ['<script src="/a.js">ignored</script>', []],
    ['<script src=/a.js></script><script>b</script>', ['b']],
    ['<p title="<script>x</script>">', []],
    [`<p title='"<script>x</script>'>`, []],
    ['<p data-a=1 title=a>b<script>c</script>', ['c']],
    ['<p a="1"b=\'>\'><script>c</script>', ['c']],
    ['<!-- <script>x</script> --><script>y</script>', ['y']],
    ['<!--><script>y</script>-->', ['y']],
    ['<!-- a --!><script>y</script>', ['y']],
    ['<textarea><script>x</script></textarea>', []],
    ['<title><script>x</script></title><script>y</script>', ['y']],
    ['<svg><title>a</title><title/></svg><script>y</script>', ['y']],
    ['<style>p::after{content:"<script>x</script>"}</style>', []],
    ['<script>"<!--<script>"</script>still</script>', ['"<!--<script>"</script>still']],
    ['<script><!-- a </script><script>b</script>', ['<!-- a ', 'b']],
    ['<script><!--><script></script>', ['<!--><script>']],
    ['<template><script>x</script></template>', ['x']],
    ['<scripty>x</scripty></ script><script>y</script>', ['y']],
    ['a < b <1> <script>y</script>', ['y']],
    ['<script', []],
    ['<script>never closed', ['never closed']],
  ])('finds in %s the scripts %o', (html, scripts) => {
    expect(inlineContent(`<!doctype html>${html}`).scripts).toEqual(scripts);
  });

  it('finds styles, and attributes that every policy of the site forbids', () => {
    const html =
      '<style media=print>a</style><noscript><style>b</style></noscript><p STYLE=x>' +
      '<img onerror="x" alt="style"><svg><path style="x"/></svg><a data-style=x>';
    expect(inlineContent(html)).toEqual({
      scripts: [],
      styles: ['a', 'b'],
      forbidden: ['p[style]', 'img[onerror]', 'path[style]'],
    });
  });

  it('makes the same policy of the same code in any order', () => {
    const policy = contentSecurityPolicy({ scripts: ['a', 'b', 'a'], styles: [] }, []);
    expect(policy).toBe(contentSecurityPolicy({ scripts: ['b', 'a'], styles: [] }, []));
    expect(policy).toContain(`script-src 'self' 'sha256-`);
    expect(policy).toContain(`style-src 'self';`);
  });

  it('makes the same policy of the bytes of a page as of its characters', () => {
    const page =
      '<title>日本語 \u0085\u00a0</title><script>say("é 𝒳 日本")\r\n</script>' +
      '<style>p::before{content:"—"}</style><p data-ключ="ü">\u2028</p>';
    const digestsOf = (readAs: 'utf8' | 'latin1') => {
      const found = inlineContent(Buffer.from(page).toString(readAs));
      expect([found.scripts.length, found.styles.length, found.forbidden]).toEqual([1, 1, []]);
      return [...found.scripts, ...found.styles].map((text) => digestOf(text, readAs));
    };
    expect(digestsOf('latin1')).toEqual(digestsOf('utf8'));
  });

  it('allows pictures in memory only if a page asks for it', () => {
    const nothing = { scripts: [], styles: [] };
    expect(policyOf(nothing)).toContain(`img-src 'self' data:;`);
    expect(policyOf(nothing, true)).toContain(`img-src 'self' data: blob:;`);
  });

  it('includes the style of the toast library', () => {
    expect(toastStyles().at(-1)).toContain('[data-sonner-toaster]');
  });
});
