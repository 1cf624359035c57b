/** Members of a room by the beginning of their names: of a small room from what is held, of a large one from the service. */
import { authorized } from '../net/api.js';
import type { Member } from '../wire.js';

const OFFERED = 8;

export async function findMembers(slug: string, word: string): Promise<string[]> {
  const query = new URLSearchParams({ name: word, limit: String(OFFERED) });
  const { members } = await authorized<{ members: Member[] }>('GET', `/rooms/${slug}/members?${query}`);
  return members.map(({ username }) => username);
}
