/** External services: identity provider, dictionary console, push services, mail. */
import type { SettingGroup } from './setting-text.js';

export const partnerTexts: readonly SettingGroup[] = [
  {
    title: 'Login',
    settings: {
      OIDC_ISSUER: {
        meaning:
          'The issuer address of the OpenID Connect provider. The four `OIDC_*` settings go together. Unset: the ' +
          'embedded development provider; in production logins answer `idp_not_configured`.',
      },
      OIDC_CLIENT_ID: { meaning: 'The client id at the provider.' },
      OIDC_CLIENT_SECRET: { meaning: 'The client secret at the provider.' },
      OIDC_REDIRECT_URIS: { meaning: 'The redirect addresses that are registered with the provider.' },
      DEV_LOGIN: {
        default: 'on',
        inProduction: 'off',
        meaning: 'Developer accounts: `POST /api/auth/developer` logs in by name, without a password.',
      },
      BOTS: {
        default: 'on',
        meaning: '`off`: nobody creates bots, and the tokens of bots are refused.',
      },
      WEBHOOKS: {
        default: 'on',
        meaning:
          '`off`: bots have no webhooks, neither those that call servers nor those that post into rooms. What waits is ' +
          'kept. Without `BOTS` there are none.',
      },
    },
  },
  {
    title: 'Dictionary console',
    settings: {
      DICTIONARY_URL: {
        meaning:
          'The base address of the dictionary console. `off`: no dictionary. Unset: the embedded reference console ' +
          'under `/console`; in production no dictionary.',
      },
      DICTIONARY_KEY: {
        meaning: 'The key that the service sends to the dictionary console. Required with `DICTIONARY_URL`.',
      },
    },
  },
  {
    title: 'Push notifications',
    settings: {
      APNS_KEY_FILE: {
        meaning:
          'The file of the .p8 signing key for iOS. The first four `APNS_*` settings go together. Unset: pushes to iOS ' +
          'are written to the log at level `debug`.',
      },
      APNS_KEY_ID: { meaning: 'The id of that key.' },
      APNS_TEAM_ID: { meaning: 'The id of the team that owns the key.' },
      APNS_TOPIC: { meaning: 'The bundle id of the app.' },
      APNS_HOST: { meaning: "The origin of the push service. Unset: Apple's. For tests." },
      APNS_SANDBOX_HOST: { meaning: "The origin of the sandbox of the push service. Unset: Apple's. For tests." },
      FCM_SERVICE_ACCOUNT_FILE: {
        meaning:
          'The file of the service account for every platform but iOS. Unset: these pushes are written to the log at ' +
          'level `debug`.',
      },
      FCM_HOST: { meaning: "The origin of the push service. Unset: Google's. For tests." },
      WEB_PUSH_HOSTS: {
        meaning:
          'The push services of browsers that the service may call, by host; `*.` stands for any name before it. `off`: ' +
          'the page offers no pushes. Unset: those of Google, Mozilla, Apple and Microsoft.',
      },
    },
  },
  {
    title: 'Mail and /v1',
    settings: {
      SMTP_URL: {
        meaning:
          'The mail server; `smtps://` starts with TLS, `smtp://` upgrades with STARTTLS. Unset: mails are written to ' +
          '`DATA_DIR/outbox`; in production registration answers `mail_not_configured`.',
      },
      MAIL_FROM: { meaning: 'The sender of every mail. Required with `SMTP_URL`.' },
      V1_ALLOWED_ORIGINS: {
        meaning:
          'The browser origins that may call `/v1` with its cookie and receive redirect logins. Unset: the origin of ' +
          '`PUBLIC_URL`.',
      },
      V1_ACCESS_TOKEN_TTL_S: { default: '900', meaning: 'The lifetime of an access token of `/v1`.' },
      V1_REFRESH_TOKEN_TTL_S: { default: '2592000', meaning: 'The lifetime of a refresh token of `/v1`.' },
      V1_CODE_TTL_S: { default: '60', meaning: 'The lifetime of the code that a redirect login ends with.' },
      V1_REPLAY_WINDOW_S: {
        default: '15',
        meaning:
          'For this long a refresh token that was used already answers `refresh_conflict`. After that its use closes ' +
          'the session.',
      },
    },
  },
];
