/**
 * What is wrong with a request is told to those who may make it. To others every endpoint and every operation of a room
 * answers as if the request were in order: no such room, not a member, not an admin.
 */
import { endpoints } from '#src/protocol/endpoints.js';
import { operationSchemas } from '#src/protocol/socket/operations.js';
import { roomOf, talk, type Wire } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';

/** The room answers these to everybody. */
const open = new Set(['viewRoom', 'joinRoom', 'listRoomPhotos', 'deleteRoom']);
/** These ask for nothing that the caller could get wrong, or for an article before anything else. */
const closing = new Set(['room:close', 'session:renew']);
const wrong: never[] = [];

const ofRooms = endpoints.filter(({ id, path }) => path.startsWith('/api/rooms/{slug}') && !open.has(id));

/** Every field that the endpoint names, with a value that none of them takes. */
function bodyOf({ body }: (typeof endpoints)[number]): object | undefined {
  const keys = Object.keys(body?.describe().keys ?? {});
  return body && Object.fromEntries(keys.map((key) => [key, wrong]));
}

function pathOf({ path, query }: (typeof endpoints)[number], slug: string): string {
  const names = Object.keys(query?.describe().keys ?? {});
  const filled = path.replace('{slug}', slug).replaceAll(/\{\w+\}/g, 'x');
  return filled + (names.length > 0 ? `?${names.map((name) => `${name}=x`).join('&')}` : '');
}

const payloadOf = (name: keyof typeof operationSchemas, room: string): object => {
  const keys = Object.keys(operationSchemas[name].describe().keys ?? {});
  return { ...Object.fromEntries(keys.map((key) => [key, wrong])), room };
};

describe('a request that is wrong in every field', () => {
  let booted: Booted;
  let stranger: Person;

  beforeAll(async () => {
    booted = await bootApp();
    const ada = await booted.person('ada');
    stranger = await booted.person('yaban');
    await roomOf(booted, 'kahve', [ada]);
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  it.each(ofRooms.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'to a stranger %s answers for the room first',
    async (_, endpoint) => {
      const ask = (slug: string) =>
        booted.ask(stranger, endpoint.method.toUpperCase(), pathOf(endpoint, slug), bodyOf(endpoint));
      expect((await ask('kimsesiz')).body.error.code).toBe('room_not_found');
      expect((await ask('kahve')).body.error.code).toMatch(/^not_(member|admin)$/);
    },
  );

  const operations = Object.keys(operationSchemas) as (keyof typeof operationSchemas)[];
  it.each(operations.filter((name) => !closing.has(name)))(
    'to a stranger %s answers for the room first',
    async (name) => {
      const talker = await talk(booted, stranger);
      const code = async (room: string): Promise<Wire> => (await talker.ask(name, payloadOf(name, room))).error.code;
      expect(await code('kimsesiz')).toBe('room_not_found');
      expect(await code('kahve')).toBe('not_member');
      talker.close();
    },
  );

  it('is explained to a member', async () => {
    const member = await booted.person('bob');
    await booted.ask(member, 'POST', '/api/rooms/kahve/join');
    const { body } = await booted.ask(member, 'POST', '/api/rooms/kahve/messages', { body: '' });
    expect(body.error).toMatchObject({ code: 'validation_failed', fields: { body: expect.any(Array) } });
    expect((await booted.ask(member, 'GET', '/api/rooms/kahve/messages/x')).body.error.code).toBe('not_found');
  });
});
