/** Texts that Markdown renderers turn into links. */
const bareAddress =
  /<?(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>()[\]"'`，。、）」]{0,2000}>?/gi;
const mailAddress = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** TeX commands that link to addresses or load content. */
const texCommand = /\\(href|url|includegraphics|html[A-Z]\w*)/g;

/**
 * Tags that load, link or style, and all with attributes; comments and declarations. Type parameters are none, such as
 * `List<a>` and `Map<object, link>`, apart from names that hide what follows.
 */
const tag =
  /<(?!(?<=\w<)(?!script|style|svg|math|iframe|textarea|base)\w{1,30}[>,])(?=[!?]|\/?(?:a|applet|area|audio|base|body|button|embed|form|frame|frameset|head|html|iframe|image|img|input|link|map|math|meta|object|picture|portal|script|source|style|svg|textarea|track|video)(?![\w-])|[a-z][\w:-]{0,60}[\s/][^<>]{0,500}=)/gi;

/**
 * Removes everything from prose that links to an address or loads content, other than links and pictures of Markdown,
 * whose words the caller takes: addresses, HTML and TeX commands. A bare address is replaced by its host, as code.
 * `before` is the last character before the text.
 */
export function withoutLinks(prose: string, before = ''): string {
  const plain = prose
    .replace(bareAddress, hostOf)
    .replace(mailAddress, (address) => `\`${address.replace('@', ' at ')}\``)
    .replace(texCommand, '$1');
  return withoutSyntax(plain, before);
}

/** Breaks the remaining link syntax: `](`, `![`, `[a]:` at the start of a line, `<a`, `://`. */
function withoutSyntax(text: string, before: string): string {
  const broken = text
    .replace(/\]\(/g, '] (')
    .replace(/^([ \t>*+\d.)-]{0,40}\[[^\]\n]{1,1000}\]):/gm, '$1 :')
    .replace(/!(?=\[)/g, '! ')
    .replace(tag, '< ')
    .replace(/:\/\//g, ':/ /')
    .replace(/www\./gi, 'www .')
    .replace(/(?<=[\w.+-])@(?=[\w-]+\.\w)/g, ' at ');
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
