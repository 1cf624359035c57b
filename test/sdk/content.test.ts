/** What a message carries, as a union over its kind. */
import { contentOf } from '#sdk/content.js';
import type { Message, RoomEvent } from '#sdk/wire.js';

const row = (fields: Partial<Message>): Message =>
  ({ kind: 'text', body: '', attachment: null, article: null, event: null, deleted_at: null, ...fields }) as Message;

describe('the content of a message', () => {
  it('is its text, and nothing once it is deleted', () => {
    expect(contentOf(row({ body: 'selam' }))).toEqual({ kind: 'text', body: 'selam' });
    expect(contentOf(row({ deleted_at: 5 }))).toEqual({ kind: 'gone' });
    expect(contentOf(row({ kind: 'photo' }))).toEqual({ kind: 'gone' });
    expect(contentOf(row({ kind: 'article' }))).toEqual({ kind: 'gone' });
  });

  it.each([
    ['photo', 'media'],
    ['video', 'media'],
    ['gif', 'media'],
    ['sticker', 'media'],
    ['document', 'document'],
    ['survey', 'survey'],
    ['location', 'location'],
    ['contact', 'contact'],
    ['entry', 'entry'],
  ] as const)('of the kind %s is its %s', (kind, field) => {
    const attachment = { type: kind } as never;
    expect(contentOf(row({ kind, body: 'bak', attachment }))).toEqual({ kind, body: 'bak', [field]: attachment });
  });

  it('of a kind that this version does not know is other', () => {
    expect(contentOf(row({ kind: 'hologram' as never, attachment: { type: 'hologram' } as never }))).toEqual({
      kind: 'other',
      body: '',
    });
  });

  it('is an event with the data of its type, and under its name where the type is not known', () => {
    const about = { username: 'bora', actor: 'ada' };
    const muted: RoomEvent = { type: 'member_muted', ...about, data: { until: 9, seconds: 60 } };
    expect(contentOf(row({ kind: 'event', event: muted }))).toEqual({ kind: 'event', event: muted });
    const later = { type: 'member_danced', ...about, data: { steps: 3 } };
    expect(contentOf(row({ kind: 'event', event: later as never }))).toEqual({
      kind: 'event',
      event: { type: 'other', name: 'member_danced', ...about, data: { steps: 3 } },
    });
  });
});
