/** Ids fall into slots; an owner of a slot runs the actors of its ids. Pure. */

export const SLOTS = 1_024;

/** The slot of an actor, by its id alone, so that all actors of one id are on one node. */
export function slotOf(id: string): number {
  return hashOf(id) % SLOTS;
}

/** FNV-1a over UTF-16 units, then mixed: near inputs must not fall near each other. */
export function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
