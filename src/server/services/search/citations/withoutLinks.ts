const image = /!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g;
const link = /(?<!!)\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g;

/** Texts that Markdown renderers turn into links. */
const bareAddress =
  /<?(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>()[\]"'`，。、）」]{0,2000}>?/gi;
const mailAddress = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** TeX commands that link to addresses or load content. */
const texCommand = /\\(href|url|includegraphics|html[A-Z]\w*)/g;

/**
 * Removes everything from a piece of Markdown that links to an address or loads content: pictures, links, HTML and TeX
 * commands. Their words stay; a bare address is replaced by its host, as code. `before` is the last character before
 * the piece.
 */
export function withoutLinks(markdown: string, before = ''): string {
  const plain = markdown
    .replace(image, '$1')
    .replace(link, (_, text: string) => (/^\^?\d{1,3}$/.test(text) ? `[${text}]` : text))
    .replace(bareAddress, hostOf)
    .replace(mailAddress, (address) => `\`${address.replace('@', ' at ')}\``)
    .replace(texCommand, '$1');
  return withoutSyntax(plain, before);
}

/** Breaks the remaining link syntax: `](`, `![`, `]:`, `<a`, `://`. */
function withoutSyntax(text: string, before: string): string {
  const broken = text
    .replace(/\]\s*\(/g, '] (')
    .replace(/\]\s*:/g, '] :')
    .replace(/!(?=\[)/g, '! ')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .replace(/:\/\//g, ':/ /')
    .replace(/www\./gi, 'www .')
    .replace(/(?<=[\w.+-])@(?=[\w-])/g, ' at ');
  const wouldJoin =
    (before === ']' && /^[(:]/.test(broken)) ||
    (before === '!' && broken.startsWith('[')) ||
    (before === '<' && /^[a-z/!?]/i.test(broken));
  if (wouldJoin) return ` ${broken}`;
  return broken;
}

/** Returns the host of an address as code, without characters that could end the code span or begin a link. */
function hostOf(address: string): string {
  const named = address.replace(/^<|>$/g, '');
  const url = URL.parse(named.startsWith('www.') ? `https://${named}` : named);
  const host = url?.host.replace(/[^\p{L}\p{N}.-]/gu, '') ?? '';
  return host === '' ? '' : `\`${host.replace(/^www\./, '')}\``;
}
