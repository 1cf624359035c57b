/** Messages contain reaction counts only; this browser remembers the person's own reactions. */
const STORED_AS = 'meydan.reactions';
const KEPT = 1000;

const marks = new Set<string>(load());

function load(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    // If the stored value is unreadable, only the highlight of own reactions is lost.
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
