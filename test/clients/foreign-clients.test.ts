/** Against one node; test/cluster/transports.test.ts has them before three. */
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { describeWith } from '../support/skipped-suites.js';
import { foreignClients, greet, run } from './foreign-clients.js';

const room = 'kahve';
/** Empty: whatever the client does by itself. `npm run test:soak` asks for the others too. */
const transports = ['', ...(process.env.FOREIGN_TRANSPORTS?.split(',') ?? [])];
let booted: Booted;
let ada: Person;
let stopGreeting: () => void;
beforeAll(async () => {
  booted = await bootApp();
  ada = await booted.person('ada');
  await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kahve', slug: room });
  stopGreeting = await greet(booted.url, ada.accessToken, room);
});
afterAll(async () => {
  stopGreeting();
  await booted[Symbol.asyncDispose]();
});

for (const client of foreignClients)
  describeWith(client.needs, `the ${client.name} client`, () => {
    it.each(transports)('connects, speaks and hears (transport: %s)', async (transport) => {
      const name = `${client.name}${transport}`;
      const orders = [booted.url, name, room, ...(transport ? [transport] : [])];
      expect(await run(client, orders)).toEqual({ code: 0, said: 'HEARD' });
    });
  });
