import fc from 'fast-check';

const local = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
  fc.constantFrom('a+b', "o'hara", 'x#y', 'a..b', '.a', 'a.', '-', '+', '`id`', '$(id)', '{{7*7}}'),
  fc.constantFrom(
    'имя',
    '用户',
    'ü',
    'ﬁ',
    'K',
    'İ',
    '😀',
    'a\u0301',
    '\u202Ea',
    'a\u200Bb',
    '%',
    '%s%n',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('"a b"', '"a@b"', '"a\\"b"', 'a,b', 'a;b', '<a', 'a>', 'a:b', '(a)', 'a\\'),
);

const domain = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('example.org', 'Example.ORG', 'mail.example.co.uk') },
  fc.constantFrom(
    'bücher.example',
    'xn--bcher-kva.example',
    '例え.テスト',
    'a\u00A8ü.example',
    '\uFF25xample.org',
    'xn--.example',
    'xn--a-ecp.ru',
    'xn-ÿ-.example',
    '-ÿ.example',
  ),
  fc.constantFrom(
    'example',
    'example.',
    '.example.org',
    'a..b',
    '-a.example',
    'a_b.example',
    '%.example',
  ),
  fc.constantFrom(
    '[127.0.0.1]',
    '127.0.0.1',
    '[IPv6:::1]',
    '0x7f.1',
    'example.org:25',
    'a.b/c',
    'a.b?c=d',
    'a.b#c',
  ),
  fc.integer({ min: 60, max: 250 }).map((length) => `${'d'.repeat(length)}.example`),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((label) => `${label}.example`),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((label) => `a.${label}`),
);

const whole = fc.tuple(local, domain).map(([before, behind]) => `${before}@${behind}`);

/** Texts that would add a header, a recipient or a body if an address were copied into a mail or into SMTP. */
const injection = fc.constantFrom(
  '\r\nBcc: victim@example.net',
  '\nBcc: victim@example.net',
  '\rX-Injected: yes',
  '\r\n\r\n<p>another body</p>',
  '\r\n.\r\nMAIL FROM:<a@b.example>\r\n',
  ',victim@example.net',
  ';victim@example.net',
  ' victim@example.net',
  '>\r\nRCPT TO:<victim@example.net',
  '> NOTIFY=SUCCESS',
  '\u2028Bcc: victim@example.net',
  '\u0085Bcc: victim@example.net',
  '\uD800',
  '\uDC00',
  '\u0000',
  '\u000B',
  '\t',
  '=?utf-8?q?=0D=0ABcc:?=',
  '%0d%0aBcc:victim@example.net',
  '嘊嘍Bcc:victim@example.net',
);

const injected = fc
  .tuple(whole, injection, fc.nat(40))
  .map(([address, text, at]) => `${address.slice(0, at)}${text}${address.slice(at)}`);

const long = fc
  .tuple(whole, fc.integer({ min: 200, max: 3_000 }))
  .map(([address, length]) => `${'l'.repeat(length)}${address}`);

/** Addresses that people mistype and that attackers try. */
export const hostileAddress = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 3, arbitrary: injected },
  long,
);

const plainQuery = hostileAddress.map((address) => `email=${encode(address)}`);

/** Bytes that are not UTF-8, half an escape, an escape of an escape, a lone surrogate as bytes. */
const brokenBytes = fc.constantFrom(
  '%',
  '%0',
  '%zz',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '%00',
  '%2500',
  'ÿ',
  '+',
);

const brokenQuery = fc.tuple(whole, brokenBytes, fc.nat(30)).map(([address, bytes, at]) => {
  const encoded = encode(address);
  return `email=${encoded.slice(0, at)}${bytes}${encoded.slice(at)}`;
});

/** The parameter twice, as an array, as an object, in capitals, or not at all. */
const repeatedQuery = fc
  .tuple(
    fc.constantFrom(
      'email=',
      'email[]=',
      'email[0]=',
      'email[a]=',
      'email%5B%5D=',
      'EMAIL=',
      '__proto__=',
      '',
    ),
    fc.constantFrom('&email=', ';email=', '&email[]=', '&lang=zh&email=', '&lang=%0d%0a&email='),
    whole,
    whole,
  )
  .map(([first, second, one, other]) => `${first}${encode(one)}${second}${encode(other)}`);

/** Queries of `/api/login/email` with such an address, also ones that no browser would send. */
export const hostileQuery = fc
  .oneof(
    { weight: 8, arbitrary: plainQuery },
    { weight: 2, arbitrary: brokenQuery },
    { weight: 1, arbitrary: repeatedQuery },
  )
  // Node sends no other characters in a path, and neither do browsers.
  .map((query) => query.replace(/[^\u0021-\u00FF]/gu, '%20'));

/** As `encodeURIComponent`, which throws for half a surrogate pair: that one becomes its three bytes. */
function encode(text: string): string {
  return Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : surrogateBytes(character),
  ).join('');
}

function surrogateBytes(character: string): string {
  const code = character.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}
