/** Foreign clients of Socket.IO, as they come, against three nodes behind one address. */
import { io } from 'socket.io-client';
import { foreignClients, greet, run } from '../clients/foreign-clients.js';
import { createRoom, developer, type Person } from '../support/clients/rest.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { startThreeNodes, type ThreeNodes } from '../support/processes/three-nodes.js';
import { mongodForTests } from '../support/servers/mongod.js';
import { redisForTests } from '../support/servers/redis.js';
import { describeWith } from '../support/skipped-suites.js';

const [mongod, redis] = [mongodForTests(), redisForTests()];
const START_MS = 240_000;

describeWith({ mongod, 'redis-server': redis }, 'a client of Socket.IO before three nodes', (found) =>
  transports({ mongod: found.mongod, redis: found['redis-server'] }),
);

function transports(binaries: { mongod: string; redis: string }): void {
  let three: ThreeNodes;
  let ada: Person;
  beforeAll(async () => {
    buildFresh();
    three = await startThreeNodes(binaries);
    ada = await developer(three.url, 'ada');
    await createRoom(three.url, ada, 'kahve');
  }, START_MS);
  afterAll(() => three?.[Symbol.asyncDispose](), START_MS);

  it('with its defaults is told once, in connect_error, to use the transport websocket', async () => {
    const socket = io(three.url, { auth: { token: ada.token }, forceNew: true });
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    expect(error.message).toContain("transports: ['websocket']");
    expect([socket.connected, socket.active]).toEqual([false, false]);
    socket.disconnect();
  });

  it('and who comes with a session of another node is refused by status', async () => {
    const answer = await fetch(`${three.url}/socket.io/?EIO=4&transport=polling&sid=unknown`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain('websocket');
  });

  for (const client of foreignClients)
    describeWith(client.needs, `the ${client.name} client`, () => {
      it('says with its defaults why it is refused', async () => {
        const { code, said } = await run(client, [three.url, `${client.name}1`, 'kahve']);
        expect(said).toMatch(/^REFUSED .*transports: \['websocket'\]/);
        expect(code).toBe(3);
      });

      it('with websocket alone speaks, and hears who is on another node', async () => {
        const [first, second] = three.nodes;
        const stopGreeting = await greet(first.url, ada.token, 'kahve');
        const orders = [second.url, `${client.name}2`, 'kahve', 'websocket'];
        expect(await run(client, orders)).toEqual({ code: 0, said: 'HEARD' });
        stopGreeting();
      });
    });

  it('with websocket alone connects to every node, opens a room and hears what is said', async () => {
    const clients = three.nodes.map(({ url }) =>
      io(url, { auth: { token: ada.token }, transports: ['websocket'], forceNew: true }),
    );
    const heard = clients.map(async (client) => {
      await client.timeout(20_000).emitWithAck('room:open', { room: 'kahve' });
      return new Promise((resolve) => client.once('message:new', ({ message }) => resolve(message.body)));
    });
    await Promise.all(clients.map((client) => client.timeout(20_000).emitWithAck('room:open', { room: 'kahve' })));
    const [first] = clients;
    await first?.timeout(20_000).emitWithAck('message:new', { room: 'kahve', body: 'Günaydın' });
    expect(await Promise.all(heard)).toEqual(['Günaydın', 'Günaydın', 'Günaydın']);
    for (const client of clients) client.disconnect();
  });
}
