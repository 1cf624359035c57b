/**
 * The scripted life of a room, the same in every process: `operationsOf(room)` in order, and who the people are.
 * Sends carry a client_id, everything else may be repeated: what was not acknowledged is simply done again.
 */
export const people = ['ada', 'bob', 'cem', 'eda'].map((name) => ({
  accountId: `account-${name}`,
  username: name,
  sessionId: `session-${name}`,
  language: null,
}));

export const rooms = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const LENGTH = 180;

/** Numbers that are the same in every process for the same room. */
function dice(room) {
  let state = Number.parseInt(room.slice(-1), 16) * 2_654_435_761;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

export function operationsOf(room) {
  const roll = dice(room);
  const operations = [{ op: 'create', who: 0 }, ...[1, 2, 3].map((who) => ({ op: 'join', who }))];
  const said = [];
  while (operations.length < LENGTH) {
    const who = roll(people.length);
    const kind = roll(12);
    const target = said[roll(Math.max(1, said.length))];
    if (kind < 5 || target === undefined) {
      said.push({ clientId: `c${operations.length}`, who });
      operations.push({ op: 'send', who, clientId: `c${operations.length}`, body: textOf(operations.length) });
    } else if (kind < 6)
      operations.push({ op: 'edit', who: target.who, target: target.clientId, body: `düzeltildi ${kind}` });
    else if (kind < 7) operations.push({ op: 'delete', who: target.who, target: target.clientId });
    else if (kind < 9) operations.push({ op: 'react', who, target: target.clientId, emoji: '👍', on: roll(3) > 0 });
    else if (kind < 11) operations.push({ op: 'read', who, target: target.clientId });
    else operations.push({ op: 'leave', who }, { op: 'join', who });
  }
  return operations;
}

const textOf = (at) => (at % 7 === 0 ? `${at} @bob bak` : at % 11 === 0 ? `${at} @all` : `${at} selam`);
