import { errorData, type OutboxStore, type Session, type SessionStore, storedOutbox } from '#sdk/index.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { found, heard, join, numbered, People, storedTexts, until } from './people.js';

let service: Booted;
let people: People;

beforeAll(async () => {
  service = await bootApp();
});
beforeEach(() => {
  people = new People();
});
afterEach(() => people[Symbol.asyncDispose]());
afterAll(() => service[Symbol.asyncDispose]());

const file = { kind: 'document', name: 'a.pdf', bytes: 3, width: 0, height: 0 };

function keptInMemory(): OutboxStore {
  const texts = new Map<string, string>();
  return storedOutbox({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  });
}

/** As tabs share a storage: each hears of what the others wrote. */
function shared(): () => SessionStore {
  let held: Session | null = null;
  const listeners = new Map<SessionStore, (session: Session | null) => void>();
  return () => {
    const store: SessionStore = {
      load: () => held,
      save: (session) => {
        held = session;
        for (const [other, listener] of listeners) if (other !== store) listener(session);
      },
      watch: (listener) => {
        listeners.set(store, listener);
        return () => void listeners.delete(store);
      },
    };
    return store;
  };
}

describe('a room that is paused', () => {
  it('keeps its rows and hears nothing, and is complete again when it goes on', async () => {
    const ada = await people.enter(service.url, 'ada');
    const bora = await people.enter(service.url, 'bora');
    const hers = await found(ada, 'kahve');
    const his = await join(bora, 'kahve');
    const lines = heard(his);
    await hers.send('önce');
    await until(() => lines.length === 1, 'he hears her');
    his.pause();
    await bora.rooms.load();
    for (const body of numbered('arada', 5)) await hers.send(body);
    await until(() => bora.rooms.unread === 6, 'the list counts what he has not opened');
    expect(lines).toEqual(['önce']);
    expect(his.messages.at(-1)?.body).toBe('önce');
    await his.open();
    expect(lines).toEqual(['önce', ...numbered('arada', 5)]);
    await hers.send('sonra');
    await until(() => lines.at(-1) === 'sonra', 'he hears her again');
    expect(lines).toEqual(['önce', ...numbered('arada', 5), 'sonra']);
  });

  it('misses nothing however quickly one comes and goes', async () => {
    const ada = await people.enter(service.url, 'ada1');
    const bora = await people.enter(service.url, 'bora1');
    const hers = await found(ada, 'cay');
    const his = await join(bora, 'cay');
    const lines = heard(his);
    const saying = Promise.all(numbered('söz', 40).map((body) => hers.send(body)));
    for (let at = 0; at < 20; at += 1) {
      his.pause();
      void his.resume();
      if (at % 3 === 0) await his.open();
    }
    await saying;
    await hers.send('bitti');
    await until(() => lines.at(-1) === 'bitti', 'he hears the end');
    expect(lines).toEqual([...numbered('söz', 40), 'bitti']);
  });
});

describe('what an operation answered', () => {
  it('stands in the room at once', async () => {
    const ada = await people.enter(service.url, 'ada2');
    const room = await found(ada, 'soda');
    const { message } = await room.send('çay var');
    expect(room.messages.at(-1)).toMatchObject({ id: message!.id, body: 'çay var' });
    const { message: edited } = await room.edit(message!, 'çay bitti');
    expect(room.messages.at(-1)).toMatchObject({ id: message!.id, body: 'çay bitti', rev: edited.rev });
    await room.remove(message!.id);
    expect(room.messages.at(-1)?.deleted_at).toEqual(expect.any(Number));
  });
});

describe('an outbox that keeps what was refused', () => {
  it('lets others pass, and sends it again when that is wanted', async () => {
    const ada = await people.enter(service.url, 'ada3', { keepRefused: true });
    const room = await found(ada, 'biber');
    const refusal = await room.send('x'.repeat(20_000)).catch((error: unknown) => error);
    await room.send('kısa');
    const [kept] = ada.outbox.items;
    expect(kept?.error).toEqual(errorData(refusal as Parameters<typeof errorData>[0]));
    ada.outbox.retry(kept!.clientId);
    expect(ada.outbox.items[0]?.error).toBeUndefined();
    await until(() => ada.outbox.items[0]?.error?.code === 'message_too_long', 'it is refused once more');
    ada.outbox.discard(kept!.clientId);
    expect(ada.outbox.items).toEqual([]);
    expect(await storedTexts(ada, 'biber')).toEqual(['kısa']);
  });

  it('keeps the place of what waits for a file', async () => {
    const ada = await people.enter(service.url, 'ada4', { keepRefused: true });
    const room = await found(ada, 'tuz');
    const late = ada.outbox.prepare('tuz', { body: 'dosyayla' }, file);
    await room.send('sözle');
    ada.outbox.fail(late.clientId, { code: 'network', message: 'gone' });
    ada.outbox.retry(late.clientId);
    await room.send('yine sözle');
    expect(ada.outbox.items).toEqual([late]);
    ada.outbox.complete(late.clientId, { body: 'geldi' });
    await until(() => ada.outbox.items.length === 0, 'it is sent');
    expect(await storedTexts(ada, 'tuz')).toEqual(['sözle', 'yine sözle', 'geldi']);
  });
});

describe('an account that logs out', () => {
  it('leaves nothing that the next one would send', async () => {
    const unsent = keptInMemory();
    const client = await people.enter(service.url, 'ada5', { unsent });
    const ada = client.account!.id;
    await found(client, 'simit');
    client.disconnect();
    const waiting = client
      .room('simit')
      .send('ada der')
      .catch((error: unknown) => error);
    await until(() => client.outbox.items.length === 1, 'it waits');
    await client.logout();
    expect(await waiting).toMatchObject({ code: 'closed' });
    expect([client.outbox.items, client.held('simit'), client.account]).toEqual([[], null, null]);

    const bora = await client.loginDeveloper('bora5');
    if (bora.username === null) await client.chooseUsername('bora5');
    await client.connect();
    expect(client.outbox.items).toEqual([]);
    expect(await unsent.load(ada)).toHaveLength(1);
    await client.logout();

    await client.loginDeveloper('ada5');
    await client.connect();
    await until(() => client.outbox.items.length === 0, 'what waited is sent');
    expect(await storedTexts(client, 'simit')).toEqual(['ada der']);
  });

  it('is logged out in all programs that share its login', async () => {
    const tab = shared();
    const one = await people.enter(service.url, 'ada6', { sessions: tab() });
    const two = people.make(service.url, { sessions: tab() });
    await two.resume();
    await two.connect();
    const told: (string | null)[] = [];
    two.on('logout', () => told.push('logout'));
    two.on('session', (session) => told.push(session?.accountId ?? null));
    await one.logout();
    expect(told).toEqual(['logout', null]);
    expect(two.isOnline).toBe(false);
    const { id } = await one.loginDeveloper('ada6');
    expect(told).toEqual(['logout', null, id]);
  });
});
