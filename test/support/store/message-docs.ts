import { dedupKey, logId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';

export const ROOM = 'fbeb3507-93e0-48c3-8fc1-6b2b6c6e7c44';
const SENDER = '6a51cf89-ff8f-474e-8009-1ce4a0a94067';

export interface MessageDoc extends Doc {
  room: string;
  seq: number;
  dedup: string;
  [field: string]: unknown;
}

const uuidOf = (seq: number): string => `7c9dbf77-4efa-4f20-9db7-${seq.toString(16).padStart(12, '0')}`;

/** The document of a message, as the actor of a room stores it. */
export function messageDoc({
  seq,
  room = ROOM,
  body = 'yarın akşam görüşürüz',
}: {
  seq: number;
  room?: string;
  body?: string;
}): MessageDoc {
  const at = 1_795_649_119_211 + seq;
  const clientId = uuidOf(seq);
  return {
    _id: logId(room, seq),
    room,
    seq,
    rev: seq,
    commit: `c48fe204.${seq.toString(36)}`,
    owner: 'c48fe204',
    at,
    head: [seq - 1, seq - 1, 0, 10, seq, at, seq - 1, seq - 1, 3],
    by: SENDER,
    row: {
      id: `01a21507-23eb-74e2-bdf1-${seq.toString(16).padStart(12, '0')}`,
      kind: 'text',
      clientId,
      sender: { accountId: SENDER, username: 'ada_of_rize', role: 'member', tag: null },
    },
    content: body === '' ? {} : { body },
    dedup: dedupKey(room, SENDER, clientId),
    hash: 'p2iyq1ujsy',
  };
}
