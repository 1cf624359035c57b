/** What people and operators do with stars, by chance that is the same for the same seed. */
export const PEOPLE = 12;

/** A number in [0, 1) for this deed and purpose (the finisher of murmur3). */
function chance(seed, at, purpose) {
  let mixed = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca77) ^ Math.imul(purpose + 1, 0xc2b2ae3d)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Half of it are grants, some of them taking more than there is; then links, and chats that cost something. */
export function deedOf(seed, at) {
  const pick = (purpose, count) => Math.floor(chance(seed, at, purpose) * count);
  const who = pick(0, PEOPLE);
  const kind = chance(seed, at, 1);
  if (kind < 0.5) {
    const delta = (pick(2, 12) + 1) * (chance(seed, at, 3) < 0.55 ? 1 : -1);
    return { op: 'grant', who, delta, entryId: `grant-${seed}-${at}` };
  }
  if (kind < 0.7) return { op: 'link', who, room: who, handle: `kisa-${at}`, price: 3 };
  return { op: 'dm', who, peer: (who + 1 + pick(2, PEOPLE - 1)) % PEOPLE };
}
