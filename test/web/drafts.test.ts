import { writingKeyOf } from '#web/composer/outbox/draft-key.js';
import { discussionPlace, loadDrafts, readDraft, withDraft } from '#web/composer/outbox/draft-store.js';
import { clearLocalData } from '#web/login/local-data.js';

function storageWith(entries: Record<string, string>) {
  const held = new Map(Object.entries(entries));
  return {
    get length() {
      return held.size;
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => void held.delete(key),
    keys: () => [...held.keys()],
  };
}

const draft = (body: string) => JSON.stringify({ body, replyTo: null });

describe('what was begun', () => {
  const storage = storageWith({
    [writingKeyOf('ada', 'kahve')]: draft('yarım'),
    [writingKeyOf('ada', discussionPlace('kahve', 'm1'))]: draft('altına'),
    [writingKeyOf('ada', 'bozuk')]: '{',
    [writingKeyOf('bora', 'kahve')]: draft('başkasının'),
    'meydan.language': 'tr',
  });

  it('is found by its place, and nobody else’s with it', () => {
    expect(loadDrafts(storage, 'ada')).toEqual({
      kahve: { body: 'yarım', replyTo: null },
      'kahve/m1': { body: 'altına', replyTo: null },
    });
  });

  it('goes with the account, and nothing else does', () => {
    clearLocalData(storage, 'ada');
    expect(storage.keys()).toEqual([writingKeyOf('bora', 'kahve'), 'meydan.language']);
  });

  it('is nothing when what is stored is not ours', () => {
    for (const stored of [null, '', '[]', '{"body":1}', 'null']) expect(readDraft(stored)).toBeNull();
  });

  it('leaves no trace in the list once it is sent', () => {
    expect(withDraft({ a: { body: 'x', replyTo: null } }, 'a', null)).toEqual({});
  });
});
