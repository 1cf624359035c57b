/** Rows carry only counts of reactions; which of them are one's own, this browser remembers. */
const STORED_AS = 'meydan.reactions';
const KEPT = 1000;

const marks = new Set<string>(load());

function load(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    // Unreadable marks only cost the highlight of one's own reactions.
    return [];
  }
}

const keyOf = (messageId: string, emoji: string): string => `${messageId} ${emoji}`;

export const myReactions = {
  has: (messageId: string, emoji: string): boolean => marks.has(keyOf(messageId, emoji)),
  mark(messageId: string, emoji: string, on: boolean): void {
    if (on) marks.add(keyOf(messageId, emoji));
    else marks.delete(keyOf(messageId, emoji));
    localStorage.setItem(STORED_AS, JSON.stringify([...marks].slice(-KEPT)));
  },
};
