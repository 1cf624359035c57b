/** The limit of a message's text, in bytes of UTF-8. Pure. */

export const BODY_BYTES_MAX = 16_384;
/** The count is shown when less than this is left. */
const SHOWN_BELOW = 1_000;

const encoder = new TextEncoder();

export interface BodyRoom {
  /** Bytes that are left; negative when the text is too long. */
  left: number;
  isShown: boolean;
  isOver: boolean;
}

export function bodyRoomOf(body: string): BodyRoom {
  // A character has at most three bytes for each unit of its length, so short texts are not encoded.
  const isShort = body.length * 3 < BODY_BYTES_MAX - SHOWN_BELOW;
  const left = BODY_BYTES_MAX - (isShort ? body.length * 3 : encoder.encode(body.trim()).length);
  return { left, isShown: left < SHOWN_BELOW, isOver: left < 0 };
}
