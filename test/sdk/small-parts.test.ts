/** Rows that change, texts and commands, ids, addresses of requests and refusals as data. */
import { errorData, MeydanError } from '#sdk/errors.js';
import type { Outbox } from '#sdk/outbox.js';
import { base64Url, randomId } from '#sdk/random-id.js';
import { addressOf, Rest } from '#sdk/rest.js';
import { withChange } from '#sdk/rows.js';
import { runCommand, sendText } from '#sdk/send-text.js';
import type { RoomChange, Row } from '#sdk/wire.js';

describe('a held row', () => {
  const survey = { type: 'survey', votes: [0, 0] };
  const row = (seq: number, more: object = {}) =>
    ({
      id: `m${seq}`,
      seq,
      rev: seq,
      body: `söz ${seq}`,
      pinned: false,
      reactions: {},
      attachment: null,
      ...more,
    }) as unknown as Row;
  const rows = [row(1), row(2, { attachment: survey }), row(3, { attachment: { type: 'photo' } })];
  const changed = (type: string, more: object) =>
    withChange(rows, { type, room: 'kahve', seq: 9, ...more } as RoomChange);

  it('says nothing more once it is deleted', () => {
    const [first, , last] = changed('message:deleted', { message_id: 'm3', deleted_at: 7 });
    const nothing = { body: '', article: null, mentions: [], hashtags: [], forwarded_from: null };
    const file = { expired: false, ttl_left: null };
    expect(last).toEqual({ ...row(3), ...nothing, ...file, rev: 9, deleted_at: 7 });
    expect(first).toBe(rows[0]);
  });

  it('gets what changed of it, and no other row does', () => {
    expect(changed('message:new', { message: row(4) }).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(changed('message:edited', { message: row(2, { rev: 9, body: 'yeni' }) })[1]?.body).toBe('yeni');
    expect(changed('message:edited', { message: row(5) })).toBe(rows);
    expect(changed('message:reactions', { message_id: 'm1', reactions: { '👍': 1 } })[0]).toMatchObject({
      rev: 9,
      body: 'söz 1',
      reactions: { '👍': 1 },
    });
    expect(changed('message:discussion', { message_id: 'm1', open: true, count: 2, last_at: 8 })[0]).toMatchObject({
      discussion: { open: true, count: 2, last_at: 8 },
    });
    expect(changed('message:pins', { pins: ['m2'] }).map(({ pinned }) => pinned)).toEqual([false, true, false]);
    expect(changed('message:expired', { message_ids: ['m1', 'm3'] }).map(({ id }) => id)).toEqual(['m2']);
    expect(changed('survey:votes', { message_id: 'm2', votes: [1, 0] })[1]?.attachment).toEqual({
      ...survey,
      votes: [1, 0],
    });
    for (const id of ['m1', 'm3', 'm9']) expect(changed('survey:votes', { message_id: id, votes: [1] })).toBe(rows);
    expect(changed('room:updated', { changes: { name: 'Çay' } })).toBe(rows);
  });
});

describe('what somebody types', () => {
  function outbox(answer: object) {
    const sent: unknown[] = [];
    const enqueue = async (...said: unknown[]) => {
      sent.push(said);
      return answer;
    };
    return { sent, own: { enqueue } as unknown as Outbox };
  }

  it('is a text, also where it begins with a slash', async () => {
    const { own, sent } = outbox({ message: { id: 'm1' } });
    expect(await sendText(own, 'kahve', { body: 'selam' }, 'c1')).toEqual({ message: { id: 'm1' }, duplicate: false });
    await sendText(own, 'kahve', { body: '  /mute @bora' });
    const photo = { body: '/foto', attachment: { key: 'k' } } as never;
    await sendText(own, 'kahve', photo);
    await sendText(own, 'kahve', {} as never);
    expect(sent).toEqual([
      ['kahve', { body: 'selam' }, 'c1'],
      ['kahve', { body: '//mute @bora' }, undefined],
      ['kahve', photo, undefined],
      ['kahve', {}, undefined],
    ]);
    await expect(sendText(outbox({}).own, 'kahve', { body: 'x' })).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('is a command where it begins with one slash', async () => {
    const { own, sent } = outbox({ command: 'mute' });
    expect(await runCommand(own, 'kahve', ' /mute @bora')).toEqual({ command: 'mute', help: [] });
    for (const line of ['mute', '//mute', ''])
      await expect(runCommand(own, 'kahve', line)).rejects.toMatchObject({ code: 'unknown_command' });
    expect(sent).toEqual([['kahve', { body: ' /mute @bora' }, undefined]]);
    await expect(runCommand(outbox({}).own, 'kahve', '/x')).rejects.toMatchObject({ code: 'internal_error' });
  });
});

it('an id is of 24 letters that need no escape, and another one each time', () => {
  const ids = Array.from({ length: 200 }, randomId);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/);
  expect([base64Url(new Uint8Array([251, 255])), base64Url(new Uint8Array([1]))]).toEqual(['-_8', 'AQ']);
});

describe('a request', () => {
  it('has its parts in its address, each of them escaped', () => {
    const path = { slug: 'a/b', id: 'ş' };
    expect(addressOf('/api/rooms/{slug}/messages/{id}', { path })).toBe('/api/rooms/a%2Fb/messages/%C5%9F');
    expect(addressOf('/api/x', { query: { q: 'a b', limit: 2, before: undefined } } as never)).toBe(
      '/api/x?q=a+b&limit=2',
    );
    expect(addressOf('/api/x', {})).toBe('/api/x');
  });

  it('never leaves its path by a part that climbs', () => {
    for (const id of ['.', '..'])
      expect(() => addressOf('/api/me/sessions/{id}', { path: { id } })).toThrow(MeydanError);
    expect(addressOf('/api/users/{username}', { path: { username: '...' } })).toBe('/api/users/...');
  });

  it('carries its key, and brings a refusal with all that it says', async () => {
    const sent: Record<string, string>[] = [];
    let answer: () => Response = () => Response.json({ ok: 1 });
    const fetch = (async (_: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers);
      return answer();
    }) as never;
    const rest = new Rest({ url: 'http://meydan.example', fetch, retries: 0 });
    const post = () => rest.request('POST /api/rooms', { body: {}, key: 'k1' } as never);
    await post();
    expect(sent[0]).toEqual({ 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' });
    const headers = { 'retry-after': '3', 'x-request-id': 'r1' };
    answer = () => Response.json({ error: { code: 'rate_limited', message: 'wait' } }, { status: 429, headers });
    await expect(post()).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfterMs: 3_000,
      requestId: 'r1',
    });
    answer = () =>
      Response.json({ error: { code: 'rate_limited', message: '', retry_after_ms: 50 } }, { status: 429, headers });
    await expect(post()).rejects.toMatchObject({ retryAfterMs: 50 });
    answer = () => Response.json({ error: { code: 'not_member', message: '' } }, { status: 403 });
    await expect(post()).rejects.toMatchObject({ retryAfterMs: null, requestId: null });
    answer = () => Response.json(null, { status: 500, statusText: 'Odd' });
    await expect(post()).rejects.toMatchObject({ code: 'network', status: 500, message: '500 Odd' });
    answer = () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
    await expect(post()).rejects.toMatchObject({ code: 'network', status: 502, message: '502 Bad Gateway' });
    answer = () => new Response(null, { status: 204 });
    expect(await post()).toBeNull();
    answer = () => new Response('metin', { headers: { 'content-type': 'text/plain' } });
    expect(await post()).toBe('metin');
  });
});

it('a refusal as data has the names of the wire, and nothing that it does not say', () => {
  expect(
    errorData(new MeydanError('muted', 'no', { until: 5, reason: 'söz', retryAfterMs: 9, fields: { a: ['b'] } })),
  ).toEqual({
    code: 'muted',
    message: 'no',
    until: 5,
    reason: 'söz',
    retry_after_ms: 9,
    fields: { a: ['b'] },
  });
  expect(errorData(new MeydanError('not_member', 'no'))).toEqual({ code: 'not_member', message: 'no' });
});
