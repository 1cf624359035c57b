import type { Place, Room, RoomChange } from '#sdk/index.js';
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

/** Events that never arrive, though the connection stands. */
function losing(room: Room, isLost: (event: RoomChange) => boolean): { count: number } {
  const lost = { count: 0 };
  const take = room.take.bind(room);
  room.take = (event) => {
    if (isLost(event)) lost.count += 1;
    else take(event);
  };
  return lost;
}

const pair = async (slug: string) => {
  const ada = await people.enter(service.url, `ada.${slug}`);
  const bora = await people.enter(service.url, `bora.${slug}`);
  return { ada, bora, hers: await found(ada, slug), his: await join(bora, slug) };
};

describe('events that are lost', () => {
  it('are noticed by the next one and asked for: every row once, in order', async () => {
    const { ada, hers, his } = await pair('delik');
    const lines = heard(his);
    const lost = losing(his, ({ seq }) => seq % 7 < 3 && seq < 60);
    await Promise.all(numbered('satır', 80).map((body) => hers.send(body)));
    await until(() => lines.length >= 80, 'everything arrived');
    expect(lost.count).toBeGreaterThan(10);
    expect(lines).toEqual(numbered('satır', 80));
    expect(lines).toEqual(await storedTexts(ada, 'delik'));
  });

  it('are made good with the changes among them, each once', async () => {
    const { hers, his } = await pair('degisim');
    const changes: string[] = [];
    his.on('change', ({ type }) => changes.push(type));
    const { message } = await hers.send('ilk');
    await until(() => his.messages.at(-1)?.body === 'ilk', 'he has the row');
    let isDeaf = true;
    losing(his, () => isDeaf);
    const { message: edited } = await hers.edit(message!, 'son');
    await hers.react(edited.id, '🎉');
    const { message: short } = await hers.send('kısa ömürlü');
    await hers.remove(short!.id);
    isDeaf = false;
    await hers.send('uyan');
    await until(() => his.messages.at(-1)?.body === 'uyan', 'he is up to date');
    expect(changes).toEqual(['message:edited', 'message:reactions', 'message:deleted']);
    expect(his.messages.slice(-3).map(({ body, reactions }) => [body, reactions])).toEqual([
      ['son', { '🎉': 1 }],
      ['', {}],
      ['uyan', {}],
    ]);
  });

  it('are not missed by who may not see them: admin rows leave no hole for members', async () => {
    const { ada, hers, his } = await pair('yonetim');
    let syncs = 0;
    his.on('synced', () => (syncs += 1));
    await ada.request('PATCH /api/rooms/{slug}', { path: { slug: 'yonetim' }, body: { events_visibility: 'admins' } });
    await hers.send('devam');
    await until(() => his.messages.at(-1)?.body === 'devam', 'he hears her');
    expect(syncs).toBe(0);
  });
});

describe('a place that was kept', () => {
  it('is taken up where the program left: what was said meanwhile, once', async () => {
    const { bora, hers, his } = await pair('yer');
    await hers.send('önce');
    await until(() => his.messages.at(-1)?.body === 'önce', 'he hears it');
    const place = his.place as Place;
    his.close();
    for (const body of numbered('arada', 230)) await hers.send(body);
    const again = bora.room('yer', { place });
    const lines = heard(again);
    await again.open();
    expect(lines).toEqual(numbered('arada', 230));
    expect(again.place?.seq).toBeGreaterThan(place.seq);
  });

  it('of another room of that name is void: what is held is dropped, and the room opened anew', async () => {
    const { bora, hers } = await pair('eski');
    await hers.send('buradaydım');
    bora.room('eski').close();
    const other = bora.room('eski', { place: { id: crypto.randomUUID(), seq: 3 } });
    let resets = 0;
    other.on('reset', () => (resets += 1));
    const lines = heard(other);
    await other.open();
    expect(resets).toBe(1);
    expect(lines).toEqual([]);
    expect(other.messages.at(-1)?.body).toBe('buradaydım');
  });

  it('from before a change of role is void too, and no row is handed on twice', async () => {
    const { ada, bora, hers, his } = await pair('rol');
    const lines = heard(his);
    let resets = 0;
    his.on('reset', () => (resets += 1));
    await hers.send('bir');
    await until(() => lines.length === 1, 'he hears it');
    let isDeaf = true;
    losing(his, () => isDeaf);
    const path = { slug: 'rol', account_id: bora.account!.id };
    await ada.request('PUT /api/rooms/{slug}/admins/{account_id}', { path });
    await hers.send('iki');
    isDeaf = false;
    await hers.send('üç');
    await until(() => lines.length === 3, 'he hears the rest');
    expect(lines).toEqual(['bir', 'iki', 'üç']);
    expect(resets).toBe(1);
  });
});

describe('rows that are not held', () => {
  it('are read backwards, to the first one', async () => {
    const { ada, hers } = await pair('arsiv');
    await Promise.all(numbered('sayfa', 120).map((body) => hers.send(body)));
    hers.close();
    const room = ada.room('arsiv');
    await room.open();
    expect(room.messages).toHaveLength(50);
    while (room.hasOlder) await room.older();
    expect(room.messages.filter(({ kind }) => kind === 'text').map(({ body }) => body)).toEqual(numbered('sayfa', 120));
  });

  it('are let go when there are too many', async () => {
    const { bora, hers, his } = await pair('dar');
    his.close();
    const room = bora.room('dar', { keep: 10 });
    await room.open();
    await Promise.all(numbered('satır', 30).map((body) => hers.send(body)));
    await until(() => room.messages.at(-1)?.body === 'satır 29', 'he has the last one');
    expect(room.messages.map(({ body }) => body)).toEqual(numbered('satır', 30).slice(-10));
    expect(room.hasOlder).toBe(true);
  });
});
