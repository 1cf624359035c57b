/** Finds members by a name prefix: in a small room from the loaded list, in a large one through the service. */
import { call } from '../app/api.js';

const OFFERED = 8;

export async function findMembers(slug: string, word: string): Promise<string[]> {
  const query = { name: word, limit: OFFERED };
  const { members } = await call('GET /api/rooms/{slug}/members', { path: { slug }, query });
  return members.map(({ username }) => username);
}
