import { systemEnv } from '#actors/runtime/system-env.js';
import { messageId, seqOfMessageId } from '#src/domain/messages/message-id.js';

const AT = Date.UTC(2026, 10, 25, 20, 0, 0, 123);
const FAR = 2 ** 48 - 1;
const SEQS = [1, 15, 16, 0xffff, 0x10000, 2 ** 32 + 7, 2 ** 40 - 1];

describe('a message id', () => {
  it('is a UUID of version 7 that begins with its time and ends with its seq', () => {
    for (const at of [0, 1, 0xffff, 0x10000, AT, FAR])
      for (const seq of SEQS) {
        const id = messageId(at, seq, systemEnv.uuid());
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(at);
        expect(seqOfMessageId(id)).toBe(seq);
      }
  });

  it('has the digits of the random UUID in between', () => {
    expect(messageId(AT, 7, '0123cdef-6000-4000-8000-000000000000')).toBe('01a2144b-2a7b-7123-8cde-f60000000007');
    expect(messageId(AT, 7, 'f123cdef-6000-4000-8000-000000000000')).toBe('01a2144b-2a7b-7123-bcde-f60000000007');
  });
});

describe('a random UUID', () => {
  it('is of version 4, and another one each time', () => {
    const ids = Array.from({ length: 2_000 }, systemEnv.uuid);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('has every digit at every free place', () => {
    const ids = Array.from({ length: 2_000 }, systemEnv.uuid);
    const free = [...'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'].flatMap((kind, at) => (kind === 'x' ? [at] : []));
    for (const at of free) expect(new Set(ids.map((id) => id[at])).size).toBe(16);
  });
});
