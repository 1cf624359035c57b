/**
 * Message ids are UUIDs of version 7 (RFC 9562): 48 bits of time, then 34 random bits, then the row's seq in the last
 * 40 bits. Therefore a row is found by its id with a point read of the log, and needs no index on the id.
 */
export function messageId(at: number, seq: number, randomUuid: string): string {
  const time = at.toString(16).padStart(12, '0');
  // The first nine digits of the random UUID, without the one of its version.
  const variant = ((Number.parseInt(randomUuid.charAt(0), 16) & 0x3) | 0x8).toString(16);
  const group = `7${randomUuid.slice(1, 4)}-${variant}${randomUuid.slice(4, 7)}`;
  const rest = `${randomUuid.charAt(7)}${randomUuid.charAt(9)}${seq.toString(16).padStart(10, '0')}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${group}-${rest}`;
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The seq inside a message id; 0 if the text is no message id. */
export function seqOfMessageId(id: string): number {
  return shape.test(id) ? Number.parseInt(id.slice(-10), 16) : 0;
}
