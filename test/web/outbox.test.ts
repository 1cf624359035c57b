import type { Pending } from '#sdk/pending-queue.js';
import type { TextStorage } from '#sdk/storage.js';
import { draftOf, shownPending } from '#web/composer/outbox/outbox.js';
import { unsentOfTab } from '#web/composer/outbox/unsent-storage.js';

const file = { kind: 'photo', name: 'a.jpg', bytes: 3, width: 1, height: 1 } as const;
const waiting: Pending = { clientId: 'a', room: 'kahve', draft: { body: 'selam', reply_to: 'm1' }, at: 7 };

function storage(text?: string): TextStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>(text === undefined ? [] : [['meydan.outbox.ada', text]]);
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
}

describe('what waits to be sent on the page', () => {
  it('is shown with its words apart from what it carries, and goes back the same way', () => {
    const shown = shownPending(waiting);
    expect(shown).toEqual({
      clientId: 'a',
      room: 'kahve',
      at: 7,
      body: 'selam',
      extra: { reply_to: 'm1' },
      upload: null,
      error: null,
    });
    expect(draftOf(shown.body, shown.extra)).toEqual(waiting.draft);
  });

  it('is shown with its file, and with the reason when it was refused', () => {
    const error = { code: 'muted', message: 'muted' };
    expect(shownPending({ ...waiting, file, error })).toMatchObject({ upload: file, error });
  });
});

describe('what this tab has not sent', () => {
  it('is there again after a reload, for its own account only', async () => {
    const tab = unsentOfTab(storage());
    await tab.save('ada', [waiting]);
    expect(await tab.load('ada')).toEqual([waiting]);
    expect(await tab.load('bora')).toEqual([]);
  });

  it('says of a file that was on its way at a reload that it is lost', async () => {
    const tab = unsentOfTab(storage());
    await tab.save('ada', [
      { ...waiting, file },
      { ...waiting, clientId: 'b' },
    ]);
    expect((await tab.load('ada')).map(({ error }) => error?.code)).toEqual(['upload_lost', undefined]);
  });

  it('is read as earlier pages wrote it', async () => {
    const earlier = [
      { clientId: 'a', room: 'kahve', body: 'selam', extra: { reply_to: 'm1' }, at: 7, upload: null, error: null },
      { clientId: 'b', room: 'kahve', body: '', extra: {}, at: 8, upload: file, error: null },
    ];
    const tab = unsentOfTab(storage(JSON.stringify(earlier)));
    expect(await tab.load('ada')).toEqual([
      waiting,
      { clientId: 'b', room: 'kahve', draft: { body: '' }, at: 8, file, error: expect.anything() },
    ]);
  });

  it.each(['', '{', 'null', '[1, null, {"clientId": 3}]'])(
    'is nothing where something unreadable is stored: %s',
    async (text) => expect(await unsentOfTab(storage(text)).load('ada')).toEqual([]),
  );
});
