/** What the console refuses with: its own table, because it is a party of its own. */
export const refusals = {
  invalid_request: [400, 'Something about the request is wrong.'],
  unauthorized: [401, 'The key is missing or wrong.'],
  author_banned: [403, 'This author may not publish.'],
  not_found: [404, 'There is nothing here.'],
  method_not_allowed: [405, 'This path does not take that method. The Allow header names the ones it takes.'],
  already_shared: [409, 'This message was submitted before.'],
  already_decided: [409, 'This was decided already.'],
  category_exists: [409, 'There is a category of this slug.'],
  topic_exists: [409, 'There is a topic of this tag.'],
  payload_too_large: [413, 'The body is larger than this console takes.'],
  unsupported_media_type: [415, 'The body must be JSON, with Content-Type: application/json.'],
  topic_not_found: [422, 'There is no such topic.'],
  category_not_found: [422, 'There is no such category.'],
  internal_error: [500, 'Something unexpected happened.'],
  unavailable: [503, 'The console cannot answer right now. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof refusals;

interface Details {
  /** Replaces the table's sentence. */
  message?: string;
  /** What an operator wrote, for whom it is about. */
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
