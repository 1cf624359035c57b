/** A service with people, rooms, messages and a panel in it, as the fuzzer is to find it. */
import { endpoints } from '#src/protocol/endpoints.js';
import { individual, panelPerson } from '../panel/support/panel-people.js';
import { create } from '../sponsored/support/advertisers.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { openFront } from '../support/processes/three-nodes.js';
import { sharedMongod } from '../support/servers/mongod.js';
import { startRedis } from '../support/servers/redis.js';
import { openV1Fixture, type V1Fixture } from '../v1/v1-fixture.js';

/** What the hooks read: who asks, and the values that mean something in paths, for each operation. */
export interface Scene {
  url: string;
  /** An account that is a member of every room. */
  bob: string;
  tokens: { person: string; panel: string; console: string; v1: string };
  parameters: Record<string, Record<string, string[]>>;
}

const CONSOLE_KEY = 'the-key-of-the-operators';

export interface OpenScene extends AsyncDisposable {
  scene: Scene;
}

const common = { CONSOLE_KEY, ACCESS_TOKEN_TTL_S: '86400', RATE_LIMITS: 'off' };

/** On one node with the embedded store. */
export async function openScene(): Promise<OpenScene> {
  const fixture = await openV1Fixture({ settings: common });
  return { scene: await sceneIn(fixture, fixture.booted.url), [Symbol.asyncDispose]: fixture[Symbol.asyncDispose] };
}

/** On three nodes behind one address, which sends each caller to one of them. */
export async function openSceneOfThree(redisServer: string): Promise<OpenScene> {
  const ends: (() => PromiseLike<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const redis = await startRedis(redisServer);
    ends.push(redis.stop);
    const places = { MONGODB_URI: (await sharedMongod()).freshUri(), REDIS_URL: redis.url };
    const settings = { ...common, ...places, SECRET: 'secret-of-three'.repeat(3) };
    const fixture = await openV1Fixture({ settings: { ...settings, NODE_NAME: 'a' } });
    ends.push(fixture[Symbol.asyncDispose]);
    const nodes = [fixture.booted];
    for (const name of ['b', 'c']) {
      // One folder for all: a mail lies where the node that sent it put it.
      const node = await bootApp({ settings: { ...settings, NODE_NAME: name }, dataDir: fixture.booted.dataDir });
      ends.push(node[Symbol.asyncDispose]);
      nodes.push(node);
    }
    const front = await openFront(nodes);
    ends.push(front.close);
    return { scene: await sceneIn(fixture, front.url), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function sceneIn(fixture: V1Fixture, url: string): Promise<Scene> {
  const { booted } = fixture;
  await fixture.account('ada@example.com');
  const { access: v1 } = await fixture.logIn('ada@example.com');
  const [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
  const business = await advertiser(booted);
  const tokens = { person: ada.accessToken, panel: business.owner.accessToken, console: CONSOLE_KEY, v1 };
  const parameters = await parametersOf(booted, ada, bob, business);
  return { url, bob: bob.accountId, tokens, parameters };
}

interface Business {
  owner: Person;
  organization: string;
  /** A sponsored draft. */
  item: string;
}

/** Founded, with a package that lets it advertise. */
async function advertiser(booted: Booted): Promise<Business> {
  const { ask } = booted;
  const owner = await panelPerson(booted, 'sahip');
  const { organization } = await must(ask(owner, 'POST', '/api/panel/organization', individual()), 201);
  const { products } = await must(ask(owner, 'GET', '/api/panel/me'), 200);
  const product_id = products.find(({ slug }: { slug: string }) => slug === 'baslangic').id;
  await must(ask(owner, 'POST', '/api/panel/organization/package', { product_id }), 200);
  const desk = `/api/console/organizations/${organization.id}/package-request`;
  const headers = { authorization: `Bearer ${CONSOLE_KEY}` };
  await must(ask(null, 'POST', desk, { decision: 'approve' }, headers), 200);
  const { item } = await must(create(booted, owner), 201);
  return { owner, organization: organization.id, item: item.id };
}

/** A room of its own for each operation: some of them end it. */
async function parametersOf(booted: Booted, ada: Person, bob: Person, business: Business) {
  const told: Scene['parameters'] = {};
  for (const [index, { id, path }] of endpoints.entries()) {
    if (!path.includes('{')) continue;
    const common = { username: ['ada', 'bob', 'nobody'], account_id: [bob.accountId, ada.accountId] };
    const known = path.includes('{slug}') ? await room(booted, ada, bob, `oda-${index}`) : {};
    const ids = [...(known.id ?? []), business.item, business.organization, bob.accountId];
    told[id] = { ...common, ...known, id: ids };
  }
  return told;
}

async function room({ ask }: Booted, ada: Person, bob: Person, slug: string): Promise<Record<string, string[]>> {
  await must(ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug }), 201);
  await must(ask(bob, 'POST', `/api/rooms/${slug}/join`), 200);
  const { message } = await must(ask(ada, 'POST', `/api/rooms/${slug}/messages`, { body: 'merhaba' }), 201);
  const { invite } = await must(ask(ada, 'POST', `/api/rooms/${slug}/invites`, {}), 201);
  return { slug: [slug], id: [message.id], code: [invite.code] };
}

async function must(asking: ReturnType<Booted['ask']>, status: number) {
  const answer = await asking;
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
