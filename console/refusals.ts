/** The errors of the console. The table is its own, because the console is a separate service. */
export const refusals = {
  invalid_request: [400, 'The request is invalid.'],
  unauthorized: [401, 'The key is missing or wrong.'],
  author_banned: [403, 'This author may not publish.'],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'This path does not take that method. The Allow header names the ones it takes.'],
  already_shared: [409, 'This message was submitted before.'],
  already_decided: [409, 'A decision was already made.'],
  category_exists: [409, 'A category with this slug already exists.'],
  topic_exists: [409, 'A topic with this tag already exists.'],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The body must be JSON, with Content-Type: application/json.'],
  topic_not_found: [422, 'Topic not found.'],
  category_not_found: [422, 'Category not found.'],
  internal_error: [500, 'Internal error.'],
  unavailable: [503, 'The console is unavailable. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof refusals;

interface Details {
  /** Replaces the message of the table. */
  message?: string;
  /** The reason that an operator wrote, for the account that it concerns. */
  reason?: string;
}

export class ConsoleRefusal extends Error {
  override name = 'ConsoleRefusal';
  readonly code: RefusalCode;
  readonly reason: string | undefined;
  constructor(code: RefusalCode, { message, reason }: Details = {}) {
    super(message ?? refusals[code][1]);
    this.code = code;
    this.reason = reason;
  }
}

export const statusOf = (code: RefusalCode): number => refusals[code][0];
