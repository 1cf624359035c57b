/** The events of the security log, documented in docs/security.md. */
export const securityEvents = {
  login: 'a session was opened',
  login_refused: 'a password, code or identity was refused',
  login_locked: 'after too many failed logins for an address, further ones are refused unchecked',
  logout: 'a session was closed by its account, on this or another device',
  token_refused: 'an access token was forged, or its session does not exist',
  scope_refused: 'a linked panel called an endpoint outside of its scope',
  refresh_refused: 'a refresh token was not valid',
  refresh_reused: 'a refresh token was used twice; its session is closed',
  limit_reached: 'a rate limit was exceeded',
  operator_key_refused: 'the operator key was wrong or missing',
  operator_role_refused: 'the role of an operator does not allow the operation',
  operator_act: 'an operator changed data',
  panel_linked: 'a browser was linked to an account',
  panel_unlinked: 'a linked browser was unlinked',
  password_reset: 'a new password was set with a mailed link',
  address_verified: 'an e-mail address was verified',
  export_requested: 'an export of personal data was requested',
  account_deleted: 'an account was deleted',
} as const;

export type SecurityEvent = keyof typeof securityEvents;
