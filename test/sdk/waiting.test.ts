import { freed, nextOf, type Pending } from '#sdk/pending-queue.js';

const pending = (clientId: string, room: string, change: Partial<Pending> = {}): Pending => ({
  clientId,
  room,
  draft: { body: clientId },
  at: 0,
  ...change,
});

const error = { code: 'muted', message: 'muted' };
const items = [pending('a', 'kahve'), pending('b', 'kitap'), pending('c', 'kahve')];
const without = (held: readonly Pending[], id: string) => held.filter(({ clientId }) => clientId !== id);
const refusedIn = (held: readonly Pending[], id: string) =>
  held.map((item) => (item.clientId === id ? { ...item, error } : item));

describe('what is next', () => {
  it('is each room’s oldest message', () => {
    expect(nextOf(items, 'kahve')?.clientId).toBe('a');
    expect(nextOf(without(items, 'a'), 'kahve')?.clientId).toBe('c');
    expect(nextOf(without(items, 'b'), 'kitap')).toBeNull();
  });

  it('is not what was refused, until it is wanted again', () => {
    const refused = refusedIn(items, 'a');
    expect(nextOf(refused, 'kahve')?.clientId).toBe('c');
    expect(nextOf(refused.map(freed), 'kahve')?.clientId).toBe('a');
  });

  it('may be words that were said after a file on its way, but no other file', () => {
    const file = { kind: 'photo', name: 'a.jpg', bytes: 3, width: 1, height: 1 };
    const described = { content_type: 'application/pdf' as const, byte_size: 3 };
    const attachment = { type: 'document' as const, key: 'k', name: 'b.pdf', ...described };
    const said = [
      pending('photo', 'kahve', { file }),
      pending('pdf', 'kahve', { draft: { attachment } }),
      pending('words', 'kahve'),
    ];
    expect(nextOf(said, 'kahve')?.clientId).toBe('words');
    expect(nextOf(without(said, 'words'), 'kahve')).toBeNull();
    expect(nextOf(said.map(freed), 'kahve')?.clientId).toBe('photo');
    expect(nextOf(refusedIn(said, 'photo'), 'kahve')?.clientId).toBe('pdf');
  });
});
