/** The purpose of a variable, and the value that applies while it is unset and has no default in the code. */
export type Description = readonly [purpose: string, unset?: string];

/** Describes every variable that the server reads, in the groups and the order of `docs/configuration.md`. */
export const variableGroups: Readonly<Record<string, Readonly<Record<string, Description>>>> = {
  'Server and data': {
    NODE_ENV: ['`production` switches all sandboxes and the development mailbox off'],
    PUBLIC_URL: ['the address that visitors use: scheme, host and port', '`http://localhost:PORT`'],
    HOST: ['the name or address to listen on; `0.0.0.0` for all'],
    PORT: ['the port to listen on'],
    TRUSTED_PROXIES: ['number of proxies in front that append to `X-Forwarded-For`'],
    LOG_LEVEL: ['the least important log lines that are written'],
    DATA_DIR: ['folder of everything on disk ([its contents](operating/data.md))'],
    DATABASE_URL: ['a PostgreSQL, version 15 or newer', 'the embedded one'],
    DIRECT_DATABASE_URL: [
      'the same database without the pooler, if that [shares connections between transactions](operating/several-servers.md#a-pooler-of-transactions)',
      '`DATABASE_URL`',
    ],
    READ_DATABASE_URL: [
      'a streaming replica, for what visitors read ([how](operating/several-servers.md#a-streaming-replica))',
      '`DATABASE_URL`',
    ],
    COSTS_KEPT_DAYS: [
      'days for which the costs of answers are kept, for `ledger margin`; 0 for ever',
    ],
    REPLICA_LAG_SECONDS: ['most seconds that the replica may be behind to be read'],
    POSTGRES_BIN: ['`bin` folder of the PostgreSQL to embed', 'shipped by npm'],
    SECRET: [
      'key of hashes and signatures: at least 32 random characters ([what depends on it](operating/data.md#the-secret))',
      'derived from `DATA_DIR`',
    ],
    OPERATOR_TOKEN: [
      'bearer token for the snapshot: at least 32 random characters',
      'created once in `DATA_DIR`',
    ],
    METRICS_TOKEN: [
      'bearer token for `/metrics`: at least 32 random characters ([who may read it](operating/metrics.md))',
      'this machine only, without a proxy',
    ],
    WORKER_METRICS_PORT: ['port for the metrics of a worker; 0 for none'],
    DRAIN_SECONDS: ['seconds that running answers get at shutdown'],
  },
  Backup: {
    BACKUP_TO: [
      'where `dolores backup` stores, and where deletions are logged ([how](operating/backup.md))',
      'named by the command',
    ],
    BACKUP_RECIPIENTS: ['public keys of age that encrypt backups', 'not encrypted'],
    BACKUP_DAYS: ['days after which backups are removed'],
    BACKUP_BEFORE_UPGRADE: [
      'whether the database is backed up before its schema changes',
      '`yes` with the embedded database, else `no`',
    ],
  },
  Mail: {
    SMTP_URL: ['mail server, with user, password and port', 'development mailbox'],
    MAIL_FROM: ['sender of all mails'],
    MAILS_PER_HOUR: ['most sign-in codes in an hour ([why](operating/accounts.md#guessed-codes))'],
    MAIL_HOOK_SECRET: [
      'key of `POST /api/mail/bounces`: at least 32 random characters ([how](operating/people.md#bounces-and-complaints))',
      'no hook',
    ],
    MAILBOX_PORT: ['port of the development mailbox on 127.0.0.1; 0 for a free one'],
  },
  'Sign in with Google': {
    GOOGLE_CLIENT_ID: ['the client ([how](operating/accounts.md#sign-in-with-google))', 'off'],
    GOOGLE_CLIENT_SECRET: ['secret of that client'],
    GOOGLE_ISSUER: ['another OpenID issuer', '`https://accounts.google.com`'],
  },
  'The operator': {
    OPERATOR_EMAIL: [
      'gets [alarms](operating/alarms.md) and [reports](operating/report.md)',
      'nobody',
    ],
    REPORT_MAIL: ['`daily` mails the report of yesterday to `OPERATOR_EMAIL`'],
    ALARM_WEBHOOK: ['address that gets alarms as signed JSON', 'none'],
    ALARM_WEBHOOK_SECRET: ['secret of the signatures: `openssl rand -base64 24`'],
    SUPPORT_EMAIL: [
      'gets the messages of the contact form ([how](operating/visitors.md#contact-form))',
      'no form',
    ],
    SECURITY_EMAIL: [
      'where faults of security are reported ([how](security.md))',
      '`SUPPORT_EMAIL`',
    ],
    COMMUNITY_URL: ['invitation to the community', 'not shown'],
    SOCIAL_URLS: ['pages on social networks', 'not shown'],
    QQ_PICTURE: [
      'path of a JPEG up to 1 MB with a QQ group’s code; served as `/QQ.jpg`',
      'not shown',
    ],
    RANKING_LICENCE: [
      'name and address of the licence of published rankings',
      '`CC BY 4.0 https://creativecommons.org/licenses/by/4.0/`',
    ],
    SELLER: ['name and address of the seller, for terms, footer and receipts', 'not shown'],
    SELLER_COUNTRY: [
      'the seller’s country. In the European Economic Area, buyers can withdraw at `/{language}/withdraw` and agree to immediate delivery; with `DE`, plans can be cancelled at `/{language}/cancel` without signing in',
    ],
    SELLER_TAX_ID: ['the seller’s tax number, for receipts', 'not shown'],
    SELLER_TAX_RATE: [
      'percent of tax in all prices, for receipts; later rates with their first day: `19, 2027-01-01=21`',
      'no tax',
    ],
    SELLER_TAX_NOTE: ['sentence below the total of receipts', 'not shown'],
    SHARING_EVENT: ['days (UTC) of a [sharing event](operating/sharing.md)', 'the one of 2024'],
    SHARING_PERCENT: ['percent of discount for an accepted post'],
  },
  Payments: {
    STRIPE_SECRET_KEY: ['key of the account ([how](operating/payments.md#stripe))', 'off'],
    STRIPE_WEBHOOK_SECRET: ['signing secret of its webhook; two while you replace one'],
    STRIPE_API_HOST: ['another address of its API, for tests', 'Stripe’s'],
    WECHAT_MCHID: ['number of the merchant ([how](operating/payments.md#wechat-pay))', 'off'],
    WECHAT_APPID: ['the app of the merchant'],
    WECHAT_SERIAL: ['serial number of the merchant’s certificate'],
    WECHAT_PRIVATE_KEY: ['PEM file of its private key'],
    WECHAT_API_KEY: ['the API v3 key, 32 characters'],
    WECHAT_VERIFIERS: [
      'keys that verify WeChat’s signatures: `PUB_KEY_ID_…=/path/key.pem`, separated by commas',
    ],
    WECHAT_API_HOST: ['another address of its API, for tests', 'WeChat’s'],
  },
  'Models of text': {
    OPENAI_API_KEY: [
      'connects OpenAI, for text and pictures; [several](operating/models.md#several-keys) are used in turn',
      'off',
    ],
    OPENAI_BASE_URL: ['another address of its API', 'OpenAI’s'],
    ANTHROPIC_API_KEY: ['connects Anthropic', 'off'],
    ANTHROPIC_BASE_URL: ['another address of its API', 'Anthropic’s'],
    GROQ_API_KEY: ['connects Groq', 'off'],
    GROQ_BASE_URL: ['another address of its API', 'Groq’s'],
    COMPATIBLE_BASE_URL: [
      'connects a server that speaks OpenAI’s chat completions (Ollama, vLLM, LM Studio); include `/v1`',
      'off',
    ],
    COMPATIBLE_API_KEY: ['its key, or several', 'none'],
    COMPATIBLE_MODEL: ['its model that replaces all models of the catalogue', 'the mapped names'],
    COMPATIBLE_INPUTS: ['files that its models accept; they get the text of all others', 'none'],
    MODERATION_URL: [
      'endpoint that speaks OpenAI’s `/v1/moderations` and [checks questions](operating/chat.md#moderation)',
      'not checked',
    ],
    MODERATION_API_KEY: ['its key, or several', 'none'],
    MODERATION_MODEL: ['its model', 'the server’s default'],
  },
  'Credits and limits': {
    REGISTRATION: [
      'who may open an account: `open` (all), `code` (with an invitation) or `closed` ([how](operating/people.md#new-accounts))',
    ],
    STARTING_CREDITS: ['credits of a new account'],
    STARTS_PER_NETWORK: [
      'new accounts of one network that get them in a day; 0 for no limit ([more](operating/credits.md#starting-credits))',
    ],
    STARTS_PER_DAY: ['the same for all networks together'],
    QUESTIONS_PER_MINUTE: ['questions of one user in a minute; 0 for no limit'],
    QUESTIONS_PER_DAY: ['questions of one user in a day; 0 for no limit'],
    MAX_ANSWERS: ['answers that one server runs at once'],
    MAX_QUEUED_ANSWERS: ['answers that wait on one server; then users read that it is busy'],
    FIRST_TOKEN_SECONDS: ['longest time until a model begins'],
    IDLE_SECONDS: ['longest pause of a model within an answer'],
    ANSWER_SECONDS: ['longest time of an answer, waiting included'],
    HEARTBEAT_SECONDS: ['time between heartbeats in a stream without text'],
  },
  'AI search': {
    SEARXNG_URL: [
      'your SearXNG, with `format=json` allowed ([how](operating/ai-search.md))',
      'off',
    ],
    BRAVE_API_KEY: ['connects Brave, used after SearXNG', 'off'],
    BRAVE_BASE_URL: ['another address of its API', '`https://api.search.brave.com`'],
    TAVILY_API_KEY: ['connects Tavily, used last', 'off'],
    TAVILY_BASE_URL: ['another address of its API', '`https://api.tavily.com`'],
    SEARCH_AT_START: ['`no` builds the search index at the first search, to save memory'],
    GPT_LINKS: [
      'whether public pages of GPTs [elsewhere](operating/ai-search.md#gpts-on-other-sites) are fetched',
    ],
    GPT_LINKS_ORIGIN: ['another site to fetch them from, for tests only', '`https://chatgpt.com`'],
    WEB_TEST_ADDRESSES: [
      'loopback addresses that may be fetched, such as `127.0.0.1:4800`, for tests only',
    ],
  },
  'Pictures, music and videos': {
    OPENAI_PICTURE_MODEL: [
      'OpenAI’s model for pictures; never replaced by a successor ([more](operating/media.md))',
      'the product’s choice',
    ],
    LUMA_API_KEY: ['connects Luma for videos', 'off'],
    LUMA_BASE_URL: [
      'another address; one that ends in `/dream-machine/v1` gets the older API',
      'Luma’s',
    ],
    LUMA_VIDEO_MODEL: ['its model for videos', 'the product’s choice'],
    SUNO_API_KEY: ['connects a Suno-compatible service for music', 'off'],
    SUNO_BASE_URL: ['its address', '`https://api.sunoapi.org`'],
    SUNO_MUSIC_MODEL: ['its model for music', 'the product’s choice'],
    FAL_KEY: ['connects fal for the kinds with a model', 'off'],
    FAL_BASE_URL: ['another address of its queue', 'fal’s'],
    FAL_WEBHOOK_KEYS_URL: ['keys of its webhooks, `https://`', 'fal’s; none with `FAL_BASE_URL`'],
    FAL_PICTURE_MODEL: ['its model for pictures, such as `fal-ai/flux/schnell`', 'none'],
    FAL_MUSIC_MODEL: ['its model for music', 'none'],
    FAL_VIDEO_MODEL: ['its model for videos', 'none'],
    REPLICATE_API_TOKEN: ['connects Replicate for the kinds with a model', 'off'],
    REPLICATE_BASE_URL: ['another address of its API', 'Replicate’s'],
    REPLICATE_PICTURE_MODEL: ['its model for pictures, `owner/name`', 'none'],
    REPLICATE_MUSIC_MODEL: ['its model for music', 'none'],
    REPLICATE_VIDEO_MODEL: ['its model for videos', 'none'],
    REPLICATE_WEBHOOK_SECRET: [
      'key of its webhooks (`whsec_…`), which bring results at once',
      'none',
    ],
    MEDIA_AT_ONCE: ['jobs that run at once'],
    MEDIA_AT_ONCE_AT_PROVIDER: ['jobs that run at once at one provider'],
    MEDIA_FILES: ['files that are kept for a user'],
    MEDIA_MEGABYTES: ['megabytes that are kept for a user'],
  },
  'Publishing and files': {
    PUBLISH_AT_START: ['`no` if this server does not serve the site'],
    PUBLISH_CRON: ['times (UTC) of further publishes: `30 4 * * *`', 'after rankings are frozen'],
    PUBLISH_HOOK_SECRET: [
      'key of `POST /api/hooks/publish`, at least 16 characters ([how](operating/publishing.md#the-hook))',
      'no hook',
    ],
    PUBLISH_HOOK_BRANCH: ['the branch whose pushes publish the site'],
    PUBLISH_HOOK_PULL: ['`1` runs `git pull --ff-only` before such a publish'],
    API_URL: [
      'server to publish from, for a process without one on its data folder',
      'found in `DATA_DIR`',
    ],
    EXPORT_MAX_FILES: ['most files of an export, for hosts with a limit; 0 for any number'],
    CDN_PURGE_URL: [
      'address at which a CDN removes pages of withdrawn GPTs ([how](operating/export.md#a-cdn-that-keeps-pages))',
      'off',
    ],
    CDN_PURGE_TOKEN: ['bearer token of that address'],
    RELEASE_STORE: [
      'a folder or `s3://bucket/prefix` from which all servers of a site take its release ([how](operating/several-servers.md#one-release))',
      'each server publishes for itself',
    ],
    EXPORT_TO: ['where every publish exports the site ([how](operating/export.md))', 'no export'],
    MESSAGES_FOLDER: [
      'folder of [corrected texts](translating.md#correcting-a-text-without-code)',
      '`messages` in `DATA_DIR`',
    ],
    COLLECTIONS_FOLDER: [
      'folder of [your collections](operating/collections.md)',
      '`collections` in `DATA_DIR`',
    ],
    MEDIA_STORE: [
      'where files of users are kept; several servers need a bucket or a shared folder',
      '`media` in `DATA_DIR`',
    ],
    S3_ENDPOINT: ['address of a storage that speaks S3', 'Amazon’s for the region'],
    S3_REGION: ['its region; `auto` for Cloudflare R2'],
    S3_ACCESS_KEY_ID: ['account that may read, write and delete objects'],
    S3_SECRET_ACCESS_KEY: ['key of that account'],
  },
};
