import { loadOutbox, nextOf, type Pending, saveOutbox, withError, without } from '#web/state/outbox.js';

const pending = (clientId: string, room: string, change: Partial<Pending> = {}): Pending => ({
  clientId,
  room,
  body: clientId,
  extra: {},
  at: 0,
  error: null,
  ...change,
});

const refusal = { code: 'muted', message: 'muted' };
const outbox = [pending('a', 'kahve'), pending('b', 'kitap'), pending('c', 'kahve')];

function storage(): Parameters<typeof loadOutbox>[0] & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return { texts, getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => void texts.set(key, value) };
}

describe('the outbox of the page', () => {
  it('sends each room’s messages in the order they were written', () => {
    expect(nextOf(outbox, 'kahve')?.clientId).toBe('a');
    expect(nextOf(without(outbox, 'a'), 'kahve')?.clientId).toBe('c');
    expect(nextOf(without(outbox, 'b'), 'kitap')).toBeNull();
  });

  it('passes over what was refused, until its writer asks again', () => {
    const refused = withError(outbox, 'a', refusal);
    expect(nextOf(refused, 'kahve')?.clientId).toBe('c');
    expect(nextOf(withError(refused, 'a', null), 'kahve')?.clientId).toBe('a');
  });

  it('is there again after a reload, for its own account only', () => {
    const stored = storage();
    saveOutbox(stored, 'ada', outbox);
    expect(loadOutbox(stored, 'ada')).toEqual(outbox);
    expect(loadOutbox(stored, 'bora')).toEqual([]);
  });

  it.each(['', '{', 'null', '[1, null, {"clientId": 3}]'])(
    'is empty where something unreadable is stored: %s',
    (text) => {
      const stored = storage();
      stored.texts.set('meydan.outbox.ada', text);
      expect(loadOutbox(stored, 'ada')).toEqual([]);
    },
  );
});
