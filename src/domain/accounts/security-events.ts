/** The events of the security log, documented in docs/security.md. */
export const securityEvents = {
  login: 'a session was opened',
  login_refused: 'a password, code or identity was refused',
  login_locked: 'too many failed logins for an address: none is judged',
  logout: 'a session was closed by its holder, or from another device',
  token_refused: 'an access token was forged, or of nothing that exists',
  scope_refused: 'a linked panel asked for what is not its own',
  refresh_refused: 'a refresh token was not valid',
  refresh_reused: 'a refresh token was used twice: its session is closed',
  limit_reached: 'a window of requests was full',
  operator_key_refused: 'the key of the operators was wrong or missing',
  operator_act: 'an operator has changed something',
  panel_linked: 'a browser was linked to an account',
  panel_unlinked: 'a linked browser was cut off',
  password_reset: 'a password was chosen by a mailed link',
  address_verified: 'an e-mail address was verified',
  export_requested: 'a copy of the own data was asked for',
  account_deleted: 'an account was given up',
} as const;

export type SecurityEvent = keyof typeof securityEvents;
