/** Members of a room by the beginning of their names: of a small room from what is held, of a large one from the service. */
import { call } from '../app/api.js';

const OFFERED = 8;

export async function findMembers(slug: string, word: string): Promise<string[]> {
  const query = { name: word, limit: OFFERED };
  const { members } = await call('GET /api/rooms/{slug}/members', { path: { slug }, query });
  return members.map(({ username }) => username);
}
