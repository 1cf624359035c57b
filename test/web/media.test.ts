import type { Message } from '#web/api-types.js';
import { fileKindOf, isAnimatedWebp, nameOf, sizeProblem } from '#web/media/file-kinds.js';
import { galleryOf } from '#web/media/gallery.js';

const MIB = 1_048_576;
const file = (name: string, type = '') => ({ name, type });

describe('what a chosen file is to a message', () => {
  it.each([
    [file('kedi.gif', 'image/gif'), 'gif', 'image/gif'],
    [file('kedi.heic', 'image/heic'), 'photo', 'image/heic'],
    [file('klip.mp4', 'video/mp4'), 'video', 'video/mp4'],
    [file('rapor.PDF', ''), 'document', 'application/pdf'],
    [file('arşiv.zip', 'application/x-zip-compressed'), 'document', 'application/zip'],
    [
      file('tablo.xlsx', 'application/octet-stream'),
      'document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    [file('adsız', 'application/msword'), 'document', 'application/msword'],
  ])('%j is a %s of %s', (chosen, kind, contentType) => {
    expect(fileKindOf(chosen)).toEqual({ kind, contentType });
  });

  it.each([file('klip.mov', 'video/quicktime'), file('ses.mp3', 'audio/mpeg'), file('kur.exe'), file('adsız')])(
    '%j cannot be sent',
    (chosen) => expect(fileKindOf(chosen)).toBeNull(),
  );

  it.each([
    ['photo', 8 * MIB],
    ['gif', 8 * MIB],
    ['video', 16 * MIB],
    ['document', 10 * MIB],
  ] as const)('a %s may have %d bytes and not one more', (kind, most) => {
    expect(sizeProblem(kind, most)).toBeNull();
    expect(sizeProblem(kind, most + 1)?.code).toBe(`${kind}_large`);
    expect(sizeProblem(kind, 0)?.code).toBe('file_empty');
  });

  it('shortens a name in its middle, so that its ending says what it is', () => {
    expect(nameOf(`${'a'.repeat(196)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
    const shortened = nameOf(`${'ğ'.repeat(300)}.pdf`);
    expect([...shortened]).toHaveLength(200);
    expect(shortened.endsWith('…ğğğğğğğğ.pdf')).toBe(true);
  });

  it('knows a moving WebP by its first chunk', () => {
    const webp = (chunk: string, flags: number) =>
      Uint8Array.from([...Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`), flags, 0, 0, 0]);
    expect(isAnimatedWebp(webp('VP8X', 0b10))).toBe(true);
    expect(isAnimatedWebp(webp('VP8X', 0b10000))).toBe(false);
    expect(isAnimatedWebp(webp('VP8 ', 0b10))).toBe(false);
    expect(isAnimatedWebp(new Uint8Array())).toBe(false);
  });
});

const row = (seq: number, change: Partial<Message> = {}): Message =>
  ({ id: `m${seq}`, seq, rev: seq, kind: 'photo', deleted_at: null, view_once: false, ...change }) as Message;

describe('the gallery of a room', () => {
  const seqs = (rows: Message[]) => rows.map(({ seq }) => seq);

  it('shows newest first, with what arrives while it is open', () => {
    expect(seqs(galleryOf([row(9), row(5)], [row(5), row(9), row(12, { kind: 'video' })]))).toEqual([12, 9, 5]);
  });

  it('leaves out what is no photo or video, what is seen once, and what was deleted meanwhile', () => {
    const live = [
      row(9, { rev: 20, deleted_at: 1 }),
      row(10, { kind: 'gif' }),
      row(11, { view_once: true }),
      row(12, { kind: 'text' }),
    ];
    expect(seqs(galleryOf([row(9), row(5)], live))).toEqual([5]);
  });

  it('puts nothing between pages that are not loaded yet', () => {
    expect(seqs(galleryOf([row(9), row(5)], [row(2)]))).toEqual([9, 5]);
  });
});
