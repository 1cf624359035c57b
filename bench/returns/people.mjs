/** People with so many rooms of their own, in each of which somebody has said something that they have not read. */
import { randomUUID } from 'node:crypto';

const WIDTH = 16;
const DAY_MS = 86_400_000;

async function enter({ accounts, users }, username) {
  const { accountId } = await accounts.enter({ fingerprint: username, developer: true, birthDate: null, gender: null });
  const sessionId = randomUUID();
  const refreshExpiresAt = Date.now() + DAY_MS;
  await users.ask(accountId, { type: 'open_session', sessionId, refreshHash: sessionId, refreshExpiresAt });
  await users.ask(accountId, { type: 'choose_username', username });
  return { accountId, sessionId, username, language: null };
}

export async function settle({ node, defaultSettings }, { people, rooms }) {
  const speaker = await enter(node, 'speaker');
  const settings = { ...defaultSettings, name: 'Oda', eventsVisibility: 'none', showWelcome: false };
  const left = Array.from({ length: people }, (_, at) => at);
  const entered = [];
  const lane = async () => {
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const person = await enter(node, `person${at}`);
      for (let nth = 0; nth < rooms; nth += 1) {
        const room = randomUUID();
        const draft = { body: 'x'.repeat(120), clientId: randomUUID(), replyTo: null, discussionOf: null };
        await node.rooms.ask(room, { type: 'create_room', by: person, slug: `r-${room.slice(0, 12)}`, settings });
        await node.rooms.ask(room, { type: 'join_room', by: speaker });
        await node.rooms.ask(room, { type: 'send_message', by: speaker, draft });
      }
      entered.push(person);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
  return entered;
}
