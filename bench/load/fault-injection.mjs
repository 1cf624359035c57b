/**
 * Faults on purpose: a drive that looks like the one it wraps and does one thing wrong, once per room, so that
 * everybody can see each counter move before believing a zero.
 */
export const plants = {
  drop: 'one reader never gets one row (lost)',
  forget: 'one message is acknowledged and not stored (lost)',
  double: 'one reader gets one row twice (duplicated)',
  resend: 'one message is stored twice (duplicated)',
  swap: 'one reader gets two rows in the wrong order (reordered)',
  leak: 'somebody who has left gets some more rows (unauthorized)',
};

export function planted(drive, plant) {
  if (plant === null) return drive;
  if (!Object.hasOwn(plants, plant)) throw new Error(`--plant takes one of: ${Object.keys(plants).join(', ')}`);
  return { ...drive, name: `${drive.name}, planted: ${plant}`, ...wrongs[plant](drive) };
}

/** The first may be the row of the leaving itself, which is no secret. */
const LEAKED = 3;

/** True for the first time in each room. */
function oncePerRoom() {
  const done = new Set();
  return (room) => !done.has(room.slug) && done.add(room.slug) !== undefined;
}

const isRow = ({ id }) => id !== undefined;

/** A stream in which `change(event, pass, room)` decides the fate of each new row. */
const followed = (drive, change) => ({
  follow: (person, room, onEvent) =>
    drive.follow(person, room, (event) => (isRow(event) ? change(event, onEvent, room) : onEvent(event))),
});

const wrongs = {
  drop(drive) {
    const isTime = oncePerRoom();
    return followed(drive, (event, pass, room) => {
      if (!isTime(room)) pass(event);
    });
  },

  double(drive) {
    const isTime = oncePerRoom();
    return followed(drive, (event, pass, room) => {
      pass(event);
      if (isTime(room)) pass(event);
    });
  },

  swap(drive) {
    const isTime = oncePerRoom();
    const kept = new Map();
    return followed(drive, (event, pass, room) => {
      if (isTime(room)) return kept.set(pass, event);
      pass(event);
      if (kept.has(pass)) pass(kept.get(pass));
      kept.delete(pass);
    });
  },

  forget(drive) {
    const isTime = oncePerRoom();
    return {
      send: async (person, room, draft) =>
        isTime(room) ? { ok: true, id: 'made-up', seq: 1_000_000 } : drive.send(person, room, draft),
    };
  },

  resend(drive) {
    const isTime = oncePerRoom();
    return {
      async send(person, room, draft) {
        const answer = await drive.send(person, room, draft);
        if (answer.ok && isTime(room))
          await drive.send(person, room, { ...draft, clientId: `${draft.clientId}-again` });
        return answer;
      },
    };
  },

  leak(drive) {
    const isTime = oncePerRoom();
    const listeners = new Map();
    const outside = new Map();
    const keyOf = (person, room) => `${person.name} ${room.slug}`;
    return {
      follow(person, room, onEvent) {
        listeners.set(keyOf(person, room), onEvent);
        return drive.follow(person, room, (event) => {
          onEvent(event);
          const outsider = isRow(event) ? outside.get(room.slug) : undefined;
          if (!outsider || outsider.onEvent === onEvent || event.seq <= outsider.newest) return;
          outsider.newest = event.seq;
          outsider.onEvent(event);
          if ((outsider.left -= 1) === 0) outside.delete(room.slug);
        });
      },
      async leave(person, room) {
        const answer = await drive.leave(person, room);
        if (answer.ok && isTime(room)) {
          outside.set(room.slug, { onEvent: listeners.get(keyOf(person, room)), left: LEAKED, newest: 0 });
        }
        return answer;
      },
    };
  },
};
