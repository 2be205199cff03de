/**
 * Dolores on Cloudflare: pages from a bucket of R2, everything else from our server, under one origin.
 *
 * Bindings: `SITE` is the bucket that `dolores site export s3://bucket` fills. Variables: `SERVER` is the address of our
 * server (https://origin.example), which must know the visitor's address from `X-Forwarded-For` (TRUSTED_PROXIES=1) and
 * take requests from Cloudflare only. Without `SERVER` there is no chat and no account.
 */

const languages = ['en', 'zh', 'zh_TW', 'ja', 'ko', 'de', 'fr', 'vi'];
const prefixed = new RegExp(`^/(${languages.join('|')})(/.*)?$`);

/** What is never a page. `/search`, and conversations that users share below `/s/`, are filled in by the server. */
const dynamic =
  /^\/(?:(?:api|auth|media)(?:\/|$)|logout(?:\/|$)|healthz$|[a-zA-Z_]+\/search$|(?:[a-zA-Z_]+\/)?s\/)/;

/** Misspelled addresses, which our server does not lead to pages. */
const odd = /\/\/+[^/]|\\|%5c|%7f|%[01][0-9a-f]|\/%2f|%2f%2f|%2f(?:\/|$)|^\/(?:[^/]*\/)?[^/]*%2f/i;

/** Without our server: what the page that chooses the language leads on, below a language. */
const moved =
  /^\/(?:ranking|gpts|authors|policy\.html|search\/placeholder|g(?:\/[^/]*)?|(?:openai|claude|llama|art)\/chat(?:\/[^/]+)?)$/;

/** Posts that became help pages, below a language. */
const help =
  /^\/blog\/(what-credits-buy|choosing-a-model|saving-and-sharing|reading-the-rankings)$/;

/** Hidden files, and files of other software. */
const foreign =
  /\/\.|^\/(?:wp-[a-z]+|wordpress|phpmyadmin|pma|cgi-bin|server-status|actuator|vendor|node_modules|api|auth|media)(?:\/|$)|\.(?:php\d?|phtml|aspx?|jspx?|cgi|pl|env|sql|bak)$/i;

const alike = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

export default {
  /** @param {Request} request */
  async fetch(request, env) {
    const url = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const place = placeOf(url.pathname);
    const isOdd = place === undefined || odd.test(url.pathname);
    const isForServer = !isRead || isOdd || dynamic.test(url.pathname);
    if (isForServer && env.SERVER) return askServer(request, env);
    if (!isRead || isOdd) return new Response('Not found', { status: 404 });
    return (await answerPage(request, env, place)) ?? answerUnknown(request, env, url);
  },
};

/** The name of an object, or nothing for what can be none. */
function placeOf(pathname) {
  try {
    const place = decodeURIComponent(pathname.slice(1));
    return place === '' || place.endsWith('/') || place.startsWith('_host/') ? '_host/none' : place;
  } catch {
    return undefined;
  }
}

async function answerPage(request, env, place) {
  const [, language, rest = ''] = prefixed.exec(`/${place}`) ?? [];
  if (/^\/(?:404|410)$/.test(rest)) return undefined;
  const [, shell] = /^\/(pay|orders)(?:\/|$)/.exec(rest) ?? [];
  if (shell) return send(request, env, `${language}/${shell}`, 200);
  if (!/^\/chat(?:\/|$)/.test(rest)) {
    const page = await send(request, env, place, 200);
    if (page || !(await env.SITE.head(`_host/gone/${place}`))) return page;
    return send(request, env, `${language}/410`, 410);
  }
  // The chat area is one page; the server leads away from models under a wrong group.
  if (env.SERVER && (await env.SITE.head(`_host/server${rest}`))) return undefined;
  return send(request, env, `${language}/chat`, 200);
}

/** What the bucket does not have: the server redirects, or says that there is no such page. */
async function answerUnknown(request, env, { pathname, search }) {
  if (env.SERVER) return askServer(request, env);
  const [, language = 'en', rest = ''] = prefixed.exec(pathname) ?? [];
  const name = help.exec(rest)?.[1];
  if (name) {
    return new Response(null, {
      status: 301,
      headers: { location: `/${language}/help/${name}${search}` },
    });
  }
  const isMissing =
    foreign.test(pathname) ||
    prefixed.test(pathname) ||
    /^\/(?:_.*|[^/]+\.[a-z0-9]{2,5})$/.test(pathname);
  if (rest === '/nextchat') {
    return (
      (await send(request, env, 'nextchat', 200)) ?? new Response('Not found', { status: 404 })
    );
  }
  const isMoved = !foreign.test(pathname) && (moved.test(rest) || pathname.endsWith('/'));
  const error = rest === '/410' ? 410 : 404;
  const page =
    isMissing && !isMoved
      ? await send(request, env, `${language}/${error}`, error)
      : await send(request, env, '_host/language', 200);
  return page ?? new Response('Not found', { status: 404 });
}

async function send(request, env, key, status) {
  // An error is told whole each time.
  const object = await env.SITE.get(key, status === 200 ? { onlyIf: request.headers } : {});
  if (object === null) return undefined;
  const headers = new Headers(alike);
  object.writeHttpMetadata(headers);
  headers.set('etag', object.httpEtag);
  // Previews of links on other sites show pictures.
  const isPicture = (headers.get('content-type') ?? '').startsWith('image/');
  if (isPicture) headers.set('cross-origin-resource-policy', 'cross-origin');
  for (const name of ['content-security-policy', 'link']) {
    const value = object.customMetadata?.[name];
    if (value) headers.set(name, value);
  }
  // Without a body: the browser has it already.
  if (!('body' in object)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : object.body, { status, headers });
}

/** Hands the request on as it is; answers are streamed. */
function askServer(request, env) {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('x-forwarded-for', request.headers.get('cf-connecting-ip') ?? '');
  return fetch(new Request(env.SERVER + pathname + search, request), {
    headers,
    redirect: 'manual',
  });
}
