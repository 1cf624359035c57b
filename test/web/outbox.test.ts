import { loadOutbox, nextOf, type Pending, saveOutbox, withError, without, withPatch } from '#web/state/outbox.js';

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

  it('lets words pass a file that is still on its way, but no other file', () => {
    const upload = { kind: 'photo', name: 'a.jpg', bytes: 3, width: 1, height: 1 } as const;
    const attachment = {
      type: 'document',
      key: 'k',
      name: 'b.pdf',
      content_type: 'application/pdf',
      byte_size: 3,
    } as const;
    const sent = [
      pending('photo', 'kahve', { upload }),
      pending('pdf', 'kahve', { extra: { attachment } }),
      pending('words', 'kahve'),
    ];
    expect(nextOf(sent, 'kahve')?.clientId).toBe('words');
    expect(nextOf(without(sent, 'words'), 'kahve')).toBeNull();
    const arrived = withPatch(sent, 'photo', { upload: null });
    expect(nextOf(arrived, 'kahve')?.clientId).toBe('photo');
    expect(nextOf(withError(sent, 'photo', refusal), 'kahve')?.clientId).toBe('pdf');
  });

  it('says of a file that was on its way at a reload that it is lost', () => {
    const stored = storage();
    const upload = { kind: 'document', name: 'a.pdf', bytes: 3, width: 0, height: 0 } as const;
    saveOutbox(stored, 'ada', [pending('a', 'kahve', { upload }), pending('b', 'kahve')]);
    expect(loadOutbox(stored, 'ada').map(({ error }) => error?.code)).toEqual(['upload_lost', undefined]);
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
