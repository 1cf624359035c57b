/** Recently used emoji of this device. */
import { withRecent } from './emoji.js';

const STORED_AS = 'meydan.emoji';

export function recentEmoji(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(stored) ? stored.filter((face) => typeof face === 'string') : [];
  } catch {
    // The stored value is no list, so the list starts over.
    return [];
  }
}

export const recordEmoji = (face: string): void =>
  localStorage.setItem(STORED_AS, JSON.stringify(withRecent(recentEmoji(), face)));
