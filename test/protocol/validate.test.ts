import { RefusalError } from '#src/errors.js';
import { bodyOf, draftOf, messageBody, pageQuery } from '#src/protocol/messages/messages.js';
import { createRoomBody } from '#src/protocol/rooms/rooms.js';
import { validate } from '#src/protocol/schema/validate.js';
import { operationSchemas } from '#src/protocol/socket/operations.js';

const photo = { type: 'photo', key: 'a', content_type: 'image/jpeg', width: 1, height: 1, byte_size: 1 };

function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
  throw new Error('It was accepted');
}

const asRoom = (value: unknown) => validate(createRoomBody, value, 'validation_failed');
const asPage = (value: unknown) => validate(pageQuery, value, 'invalid_request');

describe('the body of a new room', () => {
  it('gets its defaults and loses what no room has', () => {
    expect(asRoom({ name: '  Kahve  ', role: 'founder', member_count: 99 })).toEqual({
      name: 'Kahve',
      visibility: 'open',
      message_ttl_hours: null,
      welcome_message: null,
      star_gated: false,
    });
  });

  it('has its name counted in characters, not in UTF-16 units', () => {
    expect(asRoom({ name: '👍'.repeat(80) }).name).toBe('👍'.repeat(80));
    expect(refusalOf(() => asRoom({ name: '👍'.repeat(81) })).fields).toEqual({
      name: ['must have 1 to 80 characters'],
    });
  });

  it('has its slug lowercased', () => {
    expect(asRoom({ name: 'x', slug: 'Kahve-1' }).slug).toBe('kahve-1');
  });

  it.each([
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: ['a'] }, 'name'],
    [{ name: { $ne: '' } }, 'name'],
    [{ name: 'x', slug: 'ab' }, 'slug'],
    [{ name: 'x', slug: 'a--b' }, 'slug'],
    [{ name: 'x', slug: { $gt: '' } }, 'slug'],
    [{ name: 'x', visibility: 'hidden' }, 'visibility'],
    [{ name: 'x', visibility: null }, 'visibility'],
    [{ name: 'x', message_ttl_hours: 0 }, 'message_ttl_hours'],
    [{ name: 'x', message_ttl_hours: 8761 }, 'message_ttl_hours'],
    [{ name: 'x', message_ttl_hours: '5' }, 'message_ttl_hours'],
    [{ name: 'x', message_ttl_hours: 1.5 }, 'message_ttl_hours'],
    [{ name: 'x', welcome_message: 'a'.repeat(501) }, 'welcome_message'],
    [{ name: 'x', star_gated: 'true' }, 'star_gated'],
    [{ name: 'x', star_gated: null }, 'star_gated'],
  ])('%j is refused for its %s', (value, field) => {
    const refusal = refusalOf(() => asRoom(value));
    expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual(['validation_failed', [field]]);
  });

  it.each([[8760], [1], [null]])('may live with messages kept %j hours', (hours) => {
    expect(asRoom({ name: 'x', message_ttl_hours: hours }).message_ttl_hours).toBe(hours);
  });

  it('is not reached through its prototype', () => {
    const body = JSON.parse('{"name":"x","__proto__":{"star_gated":true},"constructor":{"prototype":{"a":1}}}');
    expect(asRoom(body).star_gated).toBe(false);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

describe('a page of messages', () => {
  it.each([
    [{}, 50],
    [{ limit: 'abc' }, 50],
    [{ limit: '0' }, 50],
    [{ limit: '-5' }, 50],
    [{ limit: '' }, 50],
    [{ limit: '1' }, 1],
    [{ limit: '200' }, 200],
    [{ limit: '201' }, 200],
    [{ limit: ['1', '2'] }, 50],
  ])('asked for with %j has at most %i rows', (query, limit) => {
    expect(asPage(query).limit).toBe(limit);
  });

  it.each([
    { before_seq: 'abc' },
    { before_seq: '-1' },
    { after_seq: '1.5' },
    { after_seq: ['1', '2'] },
    { before_seq: '1', after_seq: '2' },
    { around_seq: '9007199254740993' },
  ])('asked for with %j is an invalid request', (query) => {
    expect(refusalOf(() => asPage(query)).code).toBe('invalid_request');
  });

  it('with two bounds is told which fields exclude each other', () => {
    const two = { before_seq: 3, after_seq: 1 };
    const problem = 'only one of [before_seq, after_seq, around_seq] may be given';
    expect(refusalOf(() => asPage(two)).message).toBe(`O${problem.slice(1)}.`);
    const list = { room: 'kahve', ...two };
    expect(refusalOf(() => validate(operationSchemas['message:list'], list, 'validation_failed')).fields).toEqual({
      before_seq: [problem],
      after_seq: [problem],
    });
    const read = { room: 'kahve' };
    expect(refusalOf(() => validate(operationSchemas['message:read'], read, 'validation_failed')).fields).toEqual({
      seq: ['one of [seq, message_id] is required'],
      message_id: ['one of [seq, message_id] is required'],
    });
  });

  it('takes an empty bound for none', () => {
    expect(asPage({ before_seq: '', after_seq: '7', around_seq: '' })).toEqual({ after_seq: 7, limit: 50 });
  });
});

describe('a message on its way in', () => {
  const draft = (value: unknown) => draftOf(validate(messageBody, value, 'validation_failed'));

  it('is trimmed text', () => {
    expect(draft({ body: '  merhaba \n', client_id: 'c_1-A', seq: 5, sender: 'x' })).toEqual({
      clientId: 'c_1-A',
      body: 'merhaba',
      replyTo: null,
      discussionOf: null,
    });
  });

  it('has the characters of its client_id named, not a pattern', () => {
    expect(refusalOf(() => draft({ body: 'x', client_id: 'a b' })).fields).toEqual({
      client_id: ['takes the letters A-Z and a-z, digits, _ and -'],
    });
  });

  it.each([
    [{ type: 'hologram' }, {}, /^The type of an attachment is one of .*photo.*document\.$/],
    [photo, {}, 'A photo needs a thumb_key.'],
    [{ ...photo, thumb_key: 'b' }, { view_once: true }, 'A file that is seen once has no thumb_key.'],
    [{ ...photo, byte_size: 8_388_609 }, {}, /fit: byte_size must be less than or equal to 8388608\.$/],
    [{ type: 'entry', entry_id: 1 }, { view_once: true }, 'Only a photo or a video may be seen once.'],
    [null, { view_once: true }, 'view_once needs a photo or a video as the attachment.'],
    [photo, { article: {} }, 'A message has an attachment or an article, not both.'],
  ])('with the attachment %j and %j is told why it is refused', (attachment, more, message) => {
    const { code, message: told } = refusalOf(() => draftOf({ attachment, body: 'x', ...more }));
    expect(code).toBe('invalid_attachment');
    expect(told).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('has at most 16384 bytes of UTF-8', () => {
    expect(bodyOf('ğ'.repeat(8192))).toHaveLength(8192);
    expect(refusalOf(() => bodyOf(`${'ğ'.repeat(8192)}a`)).code).toBe('message_too_long');
  });

  it.each([
    [{}, 'validation_failed'],
    [{ body: '   ' }, 'validation_failed'],
    [{ body: null }, 'validation_failed'],
    [{ body: 7 }, 'validation_failed'],
    [{ body: 'a', client_id: '' }, 'validation_failed'],
    [{ body: 'a', client_id: 'a b' }, 'validation_failed'],
    [{ body: 'a', client_id: 'x'.repeat(65) }, 'validation_failed'],
    [{ body: 'a', reply_to: 'nothing' }, 'validation_failed'],
    [{ body: 'a', reply_to: { $ne: null } }, 'validation_failed'],
    [{ body: 'a', attachment: { type: 'photo' } }, 'invalid_attachment'],
    [{ body: 'a', view_once: true }, 'invalid_attachment'],
  ])('%j is refused with %s', (value, code) => {
    expect(refusalOf(() => draft(value)).code).toBe(code);
  });
});
