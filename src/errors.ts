/**
 * Every error code of the interfaces, with its HTTP status and its message for people. Clients branch on the code;
 * messages may change. A code that is not in this table does not compile.
 */
export const errors = {
  // 400
  invalid_request: [400, 'A parameter is missing or invalid.'],
  unknown_command: [400, 'There is no such command. Send /help to see what there is.'],
  unknown_operation: [400, 'There is no such operation.'],
  invalid_json: [400, 'The body could not be read as a JSON object, or holds a field that is not known here.'],
  invalid_verification_token: [400, 'This link is not valid, was used already, or is older than a day.'],
  invalid_reset_token: [400, 'This link is not valid, was used already, or is older than an hour.'],
  invalid_code: [400, 'This code is not valid, was used already, or has expired.'],
  invalid_redirect_uri: [400, 'This address is not one that logins may return to.'],
  // 401
  unauthorized: [401, 'A valid access token is needed.'],
  token_expired: [401, 'The access token has expired. Refresh it and try again.'],
  invalid_refresh_token: [401, 'The refresh token is invalid, expired or already used. Log in again.'],
  idp_rejected: [401, 'The identity provider refused the code.'],
  invalid_id_token: [401, 'The identity could not be verified.'],
  invalid_token: [401, 'The access token is invalid or has expired. Refresh it and try again.'],
  session_revoked: [401, 'This session is closed. Log in again.'],
  invalid_credentials: [401, 'The e-mail address or the password is wrong.'],
  refresh_token_reused: [401, 'This refresh token was used before. The session is closed. Log in again.'],
  // 402
  star_required: [402, 'This room needs stars to join, and joining with stars is not open yet.'],
  insufficient_stars: [402, 'There are not enough stars in the balance.'],
  // 403
  account_suspended: [403, 'This account is suspended.'],
  username_required: [403, 'Choose a username first.'],
  email_not_verified: [403, 'Open the link in the mail first: this address is not verified yet.'],
  not_member: [403, 'Only members of the room may do this.'],
  not_admin: [403, 'Only an admin with the permission for this may do it.'],
  not_allowed: [403, 'The permission for this is missing.'],
  banned: [403, 'This account is banned from the room.'],
  blocked: [403, 'One of the two people has blocked the other.'],
  muted: [403, 'You are muted in this room for now.'],
  slow_mode: [403, 'Slow mode is on in this room. Wait a little before the next message.'],
  dm_closed: [403, 'This person does not accept direct messages.'],
  room_closed: [403, 'This room is closed. An admin adds people to it.'],
  cannot_grant_to_self: [403, 'You cannot change your own permissions.'],
  not_author: [403, 'Only the author may do this.'],
  not_available_in_organization: [403, 'Articles of an organization room are not shared.'],
  sozluk_author_banned: [403, 'The dictionary does not accept articles of this author.'],
  forbidden: [403, 'You do not have access to this.'],
  not_in_package: [403, 'The package of the organization does not include this.'],
  organization_suspended: [403, 'The organization is suspended.'],
  // 404
  not_found: [404, 'Not found.'],
  room_not_found: [404, 'There is no such room.'],
  no_organization: [404, 'You have no organization.'],
  // 405
  method_not_allowed: [405, 'This path does not support the method. The Allow header lists those that it supports.'],
  // 409
  founder_protected: [409, 'You cannot do this to the founder of the room.'],
  already_in_organization: [409, 'You are in an organization already.'],
  slug_taken: [409, 'This address is taken.'],
  slug_locked: [409, 'The address is fixed once the organization has rooms.'],
  sozluk_already_shared: [409, 'This article has been submitted already.'],
  idempotency_conflict: [409, 'The same client_id was used before with other content.'],
  view_once_opened: [409, 'This was opened already.'],
  discussion_closed: [409, 'This discussion is closed.'],
  edit_window_closed: [409, 'A message can be edited for 48 hours.'],
  invalid_state: [409, 'It has changed in the meantime, or its state does not allow this.'],
  too_many_pins: [409, 'A room has at most 50 pins.'],
  no_credit: [409, 'There is not enough credit.'],
  refresh_conflict: [409, 'This token was refreshed a moment ago. Use the pair that came of it.'],
  // 410
  document_expired: [410, 'The document has expired.'],
  // 413
  payload_too_large: [413, 'The body is larger than this endpoint accepts.'],
  message_too_long: [413, 'A message has at most 16384 bytes of UTF-8.'],
  too_many_events: [413, 'A batch has at most 100 events.'],
  // 415
  unsupported_media_type: [415, 'The body must be JSON, with Content-Type: application/json.'],
  // 422
  validation_failed: [422, 'Some fields are invalid.'],
  invalid_attachment: [422, 'The attachment is not acceptable.'],
  invalid_tax_id: [422, 'The tax number is invalid.'],
  invalid_slug: [422, 'The address breaks the rules.'],
  not_an_article: [422, 'The message is not an article.'],
  sozluk_tag_required: [422, 'The article has no tag.'],
  sozluk_topic_not_found: [422, 'The tag has no topic.'],
  // 429
  rate_limited: [429, 'Too many requests. Wait a few seconds and try again.'],
  too_many_attempts: [429, 'Too many failed logins for this address. Wait before the next one.'],
  // 5xx
  internal_error: [500, 'Something unexpected happened. Report it with the request id.'],
  internal: [500, 'Something unexpected happened. Report it with the request id.'],
  idp_unavailable: [502, 'The identity provider cannot be reached.'],
  idp_not_configured: [503, 'No identity provider is set up on this server.'],
  mail_not_configured: [503, 'No mail can be sent from this server.'],
  sozluk_unavailable: [503, 'The dictionary cannot be reached.'],
  overloaded: [503, 'The service is overloaded. Try again shortly.'],
  unavailable: [503, 'The service cannot answer right now. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** Details of a refusal that clients get with the code. */
export interface RefusalDetails {
  /** Replaces the table's message; also for people. */
  message?: string;
  /** Only with `validation_failed`: the problems of each field. */
  fields?: Record<string, string[]>;
  /** `muted`, `slow_mode`, `account_suspended`: ms since epoch at which it ends. */
  until?: number;
  /** `account_suspended`: the text that the operator wrote for the owner of the account. */
  reason?: string;
  /** `overloaded`, `unavailable`: the delay before a retry, in ms. */
  retryAfterMs?: number;
}

/** A refusal as data. It crosses mailboxes and nodes, so that `instanceof` does not identify it. */
export interface Refusal extends RefusalDetails {
  code: ErrorCode;
}

/** A refusal on the call stack of the edge. Only http/ and the ask helpers throw it. */
export class RefusalError extends Error {
  override name = 'RefusalError';
  readonly refusal: Refusal;
  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? errors[code][1]);
    this.refusal = { code, ...details };
  }
}

export const statusOf = (code: ErrorCode): number => errors[code][0];
export const messageOf = (refusal: Refusal): string => refusal.message ?? errors[refusal.code][1];
/** Codes after which the same request may be repeated, because no decision was made. */
export const isRetryable = (code: ErrorCode): boolean => code === 'overloaded' || code === 'unavailable';
