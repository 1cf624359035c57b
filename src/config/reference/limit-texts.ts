/** Limits, lifetimes and names. */
import type { SettingGroup } from './setting-text.js';

export const limitTexts: readonly SettingGroup[] = [
  {
    title: 'Limits',
    settings: {
      RATE_LIMITS: {
        default: 'on',
        meaning: '`off` lifts every rate limit, for load tests. Production also requires `ALLOW_UNLIMITED=yes`.',
      },
      ALLOW_UNLIMITED: { default: 'no', meaning: '`yes` accepts `RATE_LIMITS=off` in production.' },
      RATE_WINDOWS: {
        meaning:
          'Other limits of the windows that each node counts by itself: `network=12000` for an office or a school behind ' +
          'one address. The lengths of the windows stay. Limits of the specification cannot be changed.',
      },
      SIZE_LIMITS: {
        meaning:
          'Smaller messages and files, in bytes: `message=4096` (UTF-8 of a text), `photo`, `video`, `gif`, `sticker`, ' +
          '`document`. The bounds of the specification are the largest values. Stored messages stay. The same on all nodes.',
      },
      RETENTION_DAYS: {
        meaning:
          'Other spans, in days: `reports` (400, once settled), `entry_visits` (400 after the last visit), `impressions` ' +
          '(40; single impressions and taps then become sums). A shorter span removes older documents with the next sweep.',
      },
      ACTOR_BUDGET_MB: {
        meaning:
          'The memory for loaded rooms and accounts; up to half as much again while they are in use. Unset: a quarter ' +
          'of the heap limit, at least 256.',
      },
      VANITY_LINK_STARS: { default: '500', meaning: 'The price of the short link of a room, in stars.' },
    },
  },
  {
    title: 'Lifetimes and intervals',
    settings: {
      ACCESS_TOKEN_TTL_S: { default: '3600', meaning: 'The lifetime of an access token of `/api`.' },
      REFRESH_TOKEN_TTL_S: { default: '7776000', meaning: 'The lifetime of a refresh token of `/api`.' },
      SESSION_MAX_AGE_S: {
        default: '31536000',
        meaning: 'The lifetime of a session from its login on, however often its tokens are refreshed.',
      },
      SESSION_RECHECK_S: {
        default: '30',
        meaning:
          'The interval at which a node reads the sessions of its sockets from the store. Sockets of a closed session ' +
          'end within this time even if Redis loses the message about it.',
      },
      UPLOAD_LINK_TTL_S: { default: '600', meaning: 'The lifetime of a signed upload link.' },
      DOWNLOAD_LINK_TTL_S: { default: '3600', meaning: 'The lifetime of a signed download link.' },
      DOCUMENT_TTL_S: {
        default: '3600',
        meaning: 'The time after its sending for which a document can be downloaded.',
      },
      PANEL_CODE_TTL_S: { default: '180', meaning: 'The lifetime of the QR code that links a browser to the panel.' },
      SWEEP_INTERVAL_S: { default: '60', meaning: 'The interval of the background sweeps.' },
      LOG_ARCHIVE_AFTER_DAYS: {
        default: '0',
        meaning:
          'Messages that are older go into the object store, 512 entries of a room as one compressed object. `0`: never. ' +
          'Nothing is archived while a node of an earlier version runs that would not find it.',
      },
      DRAIN_S: {
        default: '25',
        meaning: 'The time limit from SIGTERM to the exit. It must be shorter than the grace period of the supervisor.',
      },
      STALL_S: {
        default: '30',
        meaning: 'A main thread that is blocked for this long ends the process with exit code 70. `0`: never.',
      },
    },
  },
  {
    title: 'Names',
    settings: {
      SERVICE_BRAND: { default: 'meydan', meaning: 'Reserved as a username and as the beginning of a slug.' },
      APP_SCHEME: { default: 'meydan', meaning: 'The URL scheme of links into the app.' },
    },
  },
];
