import type { Member, Message, Room } from '#web/api-types.js';
import { blocksOf } from '#web/composer/article/article-parser.js';
import { completed, completionAt, inserted, matching } from '#web/composer/completion.js';
import {
  sendBlockOf,
  withMuteBlock,
  withoutSendBlock,
  withSendBlock,
  withSlowModeBlock,
} from '#web/composer/send-blocks.js';
import { repliesTo } from '#web/messages/panels/replies.js';

describe('completing a name', () => {
  it.each([
    ['@', 1, { kind: 'mention', from: 0, word: '' }],
    ['selam @bo', 9, { kind: 'mention', from: 6, word: 'bo' }],
    ['selam @bora nasılsın', 9, { kind: 'mention', from: 6, word: 'bo' }],
    ['bak :ka', 7, { kind: 'emoji', from: 4, word: 'ka' }],
    ['saat 10:30', 10, null],
    [':k', 2, null],
    ['mail@bo', 7, null],
    ['selam @bora ', 12, null],
    ['`@bo', 4, null],
    ['`kod` @bo', 9, { kind: 'mention', from: 6, word: 'bo' }],
    ['```\n@bo', 7, null],
    ['```\nkod\n```\n@bo', 15, { kind: 'mention', from: 12, word: 'bo' }],
  ])('knows whether %j at %d is one', (body, caret, found) => {
    expect(completionAt(body, caret)).toEqual(found);
  });

  it('offers first what begins like the word, however its I is written', () => {
    expect(matching(['kabora', 'Bora', 'cem', 'bo.1', 'Bora'], 'bo')).toEqual(['Bora', 'bo.1', 'kabora']);
    expect(matching(['Işık', 'ipek', 'IRMAK', 'İnci'], 'i')).toEqual(['Işık', 'ipek', 'IRMAK', 'İnci']);
  });

  it('puts the name in and the caret behind it', () => {
    expect(completed('selam @bo nasılsın', 9, '@bora')).toEqual({ body: 'selam @bora nasılsın', caret: 12 });
    expect(completed('selam', 5, '@bora')).toEqual({ body: 'selam', caret: 5 });
    expect(inserted('abcd', 1, 3, '🎉')).toEqual({ body: 'a🎉d', caret: 3 });
  });
});

describe('why one may not write', () => {
  const room = { slug: 'kahve', slow_mode_s: 10, my_role: 'member' } as Room;
  const said = { inserted_at: 1000 } as Message;

  it('keeps a mute when slow mode would be shorter', () => {
    const muted = withSendBlock({}, 'kahve', { kind: 'muted', until: 99 });
    expect(withSlowModeBlock(muted, room, said)).toBe(muted);
    expect(withoutSendBlock(muted, 'kahve')).toEqual({});
  });

  it('waits after an own message in slow mode, but not as an admin', () => {
    expect(withSlowModeBlock({}, room, said)).toEqual({ kahve: { kind: 'slow_mode', until: 11_000 } });
    expect(withSlowModeBlock({}, { ...room, my_role: 'admin' }, said)).toEqual({});
    expect(withSlowModeBlock({}, { ...room, slow_mode_s: 0 }, said)).toEqual({});
  });

  it('follows one’s own mute, and nothing else of the row', () => {
    const muted = withMuteBlock({}, 'kahve', { muted_until: 50 } as Member);
    expect(muted).toEqual({ kahve: { kind: 'muted', until: 50 } });
    expect(withMuteBlock(muted, 'kahve', { muted_until: null } as Member)).toEqual({});
    const slow = withSlowModeBlock({}, room, said);
    expect(withMuteBlock(slow, 'kahve', { muted_until: null } as Member)).toBe(slow);
  });

  it('reads it from a refusal that says until when', () => {
    expect(sendBlockOf({ code: 'muted', message: '', until: 7 })).toEqual({ kind: 'muted', until: 7 });
    expect(sendBlockOf({ code: 'not_allowed', message: '', until: 7 })).toBeNull();
    expect(sendBlockOf({ code: 'muted', message: '' })).toBeNull();
  });
});

describe('what is said below a message', () => {
  const reply = (seq: number, change: Partial<Message> = {}): Message =>
    ({ id: `m${seq}`, seq, rev: seq, body: `${seq}`, discussion_of: 'root', ...change }) as Message;

  it('joins what was asked for with what arrives, in order, each at its newest', () => {
    const loaded = [reply(2), reply(5)];
    const live = [reply(7), reply(5, { rev: 9, body: 'edited' }), reply(6, { discussion_of: null }), reply(2)];
    expect(repliesTo('root', loaded, live).map(({ body }) => body)).toEqual(['2', 'edited', '7']);
    expect(repliesTo('root', live, loaded).map(({ body }) => body)).toEqual(['2', 'edited', '7']);
  });
});

describe('an article as it is typed', () => {
  it('parts blocks at empty lines and knows them by their first characters', () => {
    expect(blocksOf('# Başlık\n\nBir\niki\n\n> alıntı\n> devamı\n\n- çay\n- kahve\n\n```\nkod\n```')).toEqual([
      { type: 'heading', text: 'Başlık' },
      { type: 'paragraph', text: 'Bir\niki' },
      { type: 'quote', text: 'alıntı\ndevamı' },
      { type: 'list', items: ['çay', 'kahve'] },
      { type: 'code', text: 'kod' },
    ]);
    expect(blocksOf(' \n\n ')).toEqual([]);
  });
});
