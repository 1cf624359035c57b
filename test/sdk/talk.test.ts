import { isRefusal, type MeydanError, type RoomChange } from '#sdk/index.js';
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

describe('two clients in a room', () => {
  it('hear each other, once and in order, and know what is not acknowledged yet', async () => {
    const [ada, bora] = await Promise.all(['ada', 'bora'].map((name) => people.enter(service.url, name)));
    const hers = await found(ada!, 'kahve');
    const his = await join(bora!, 'kahve');
    const [atAda, atBora] = [heard(hers), heard(his)];

    const sending = numbered('söz', 30).map((body) => hers.send(body));
    expect(hers.pending.map(({ draft }) => draft.body)).toEqual(numbered('söz', 30));
    const sent = await Promise.all(sending);
    await until(() => atBora.length === 30, 'bora heard everything');

    expect(sent.map(({ message }) => message.body)).toEqual(numbered('söz', 30));
    expect(hers.pending).toEqual([]);
    expect(atBora).toEqual(numbered('söz', 30));
    expect(atAda).toEqual(numbered('söz', 30));
  });

  it('see edits, reactions and deletions in the rows they hold', async () => {
    const ada = await people.enter(service.url, 'ada2');
    const bora = await people.enter(service.url, 'bora2');
    const hers = await found(ada, 'cay');
    const his = await join(bora, 'cay');
    const changes: RoomChange['type'][] = [];
    his.on('change', ({ type }) => changes.push(type));
    const { message } = await hers.send('çay var');
    const row = message;

    await hers.edit(row, 'çay bitti');
    await hers.react(row.id, '👍');
    await until(() => his.messages.at(-1)?.reactions['👍'] === 1, 'the reaction is there');
    expect(his.messages.at(-1)).toMatchObject({ id: row.id, body: 'çay bitti' });
    await hers.remove(row.id);
    await until(() => his.messages.at(-1)?.deleted_at !== null, 'the row is deleted');
    expect(his.messages.at(-1)?.body).toBe('');
    expect(changes).toEqual(['message:edited', 'message:reactions', 'message:deleted']);
  });

  it('count what is unread, in the room and in the list', async () => {
    const ada = await people.enter(service.url, 'ada3');
    const bora = await people.enter(service.url, 'bora3');
    const hers = await found(ada, 'soda');
    const his = await join(bora, 'soda');
    await bora.rooms.load();
    await Promise.all(['bir', 'iki @bora3', 'üç'].map((body) => hers.send(body)));
    await until(() => his.unread === 3, 'three are unread');
    expect(his.unreadMentions).toBe(1);
    expect(bora.rooms.unread).toBe(3);
    await his.read();
    expect([his.unread, his.unreadMentions, bora.rooms.unread]).toEqual([0, 0, 0]);

    his.close();
    await hers.send('dört');
    await until(() => bora.rooms.unread === 1, 'the list of rooms counts it');
    expect(bora.rooms.all.find(({ slug }) => slug === 'soda')?.last_message?.body).toBe('dört');
  });

  it('see who is writing, until the message is there', async () => {
    const ada = await people.enter(service.url, 'ada4');
    const bora = await people.enter(service.url, 'bora4');
    const hers = await found(ada, 'ayran');
    const his = await join(bora, 'ayran');
    hers.setTyping(true);
    await until(() => his.typing.includes('ada4'), 'bora sees her writing');
    expect(hers.typing).toEqual([]);
    await hers.send('ayran');
    await until(() => his.typing.length === 0, 'it is over');
  });

  it('leave a room that they are put out of', async () => {
    const ada = await people.enter(service.url, 'ada5');
    const bora = await people.enter(service.url, 'bora5');
    await found(ada, 'kapi');
    const his = await join(bora, 'kapi');
    const gone = new Promise<string>((resolve) => his.on('gone', ({ reason }) => resolve(reason)));
    const path = { slug: 'kapi', account_id: bora.account!.id };
    await ada.request('DELETE /api/rooms/{slug}/members/{account_id}', { path });
    expect(await gone).toBe('kicked');
    await expect(bora.room('kapi').open()).rejects.toMatchObject({ code: 'not_member' });
  });
});

describe('a text that begins with a slash', () => {
  it('is a text, and carries out nothing; a command is a call of its own', async () => {
    const ada = await people.enter(service.url, 'ada8');
    const room = await found(ada, 'nane');
    for (const body of ['/kick @bora', '//two', '  /help']) {
      expect((await room.send(body)).message.body).toBe(body.trim());
    }
    expect(await room.command('/help')).toMatchObject({ command: 'help', help: expect.any(Array) });
    await expect(room.command('help')).rejects.toMatchObject({ code: 'unknown_command' });
    await expect(room.command('//help')).rejects.toMatchObject({ code: 'unknown_command' });
    expect(await storedTexts(ada, 'nane')).toEqual(['/kick @bora', '//two', '/help']);
  });
});

describe('refusals', () => {
  it('are errors with a code, over REST and over the socket', async () => {
    const ada = await people.enter(service.url, 'ada6');
    const taken = () => ada.request('POST /api/rooms', { body: { name: 'Tuz', slug: 'tuz' } });
    await taken();
    await expect(taken()).rejects.toMatchObject({
      code: 'validation_failed',
      status: 422,
      fields: { slug: [expect.any(String)] },
      requestId: expect.any(String),
    });
    const nowhere = ada.operate('room:open', { room: 'yok' });
    await expect(nowhere).rejects.toMatchObject({ code: 'room_not_found' });
  });

  it('of a message end its waiting and do not hold up the next one', async () => {
    const ada = await people.enter(service.url, 'ada7');
    const room = await found(ada, 'biber');
    const refused: MeydanError[] = [];
    ada.outbox.on('refused', ({ error }) => refused.push(error));
    const tooLong = room.send('x'.repeat(20_000)).catch((error: unknown) => error);
    const next = room.send('kısa');
    expect(isRefusal(await tooLong, 'message_too_long')).toBe(true);
    expect((await next).message?.body).toBe('kısa');
    expect(refused.map(({ code }) => code)).toEqual(['message_too_long']);
    expect(await storedTexts(ada, 'biber')).toEqual(['kısa']);
  });

  it('of a connection without a login say so', async () => {
    await expect(people.make(service.url).connect()).rejects.toMatchObject({ code: 'not_logged_in' });
    const nameless = people.make(service.url);
    await nameless.loginDeveloper('adsiz');
    await expect(nameless.connect()).rejects.toMatchObject({ code: 'username_required' });
    await nameless.chooseUsername('adsiz');
    await nameless.connect();
    expect(nameless.isOnline).toBe(true);
  });
});
