import { archiveOf, storedFileOf } from '#web/media/voice/voice-archive.js';
import { soundOf, voiceFileOf } from '#web/media/voice/voice-file.js';
import { voiceFactsOf, voiceNameOf } from '#web/media/voice/voice-name.js';
import { levelsOf } from '#web/media/voice/waveform.js';

const levels = [0, 1, 2, 3, 4, 5, 6, 7, 3, 0];
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('the name of a voice message', () => {
  it('carries length and waveform, and people can read it', () => {
    expect(voiceNameOf({ seconds: 65, levels })).toBe('voice 1m05s ▁▂▃▄▅▆▇█▄▁.zip');
    expect(voiceFactsOf('voice 1m05s ▁▂▃▄▅▆▇█▄▁.zip')).toEqual({ seconds: 65, levels });
  });

  it.each([
    'voice.zip',
    'voice 1m05s.zip',
    'voice 1m65s ▁▂▃▄▅▆▇█.zip',
    'voice 1m05s ▁▂▃▄▅▆▇.zip',
    'voice 1m05s ▁▂▃▄▅▆▇█.pdf',
    'my voice 1m05s ▁▂▃▄▅▆▇█.zip',
  ])('%s is the name of another document', (name) => expect(voiceFactsOf(name)).toBeNull());
});

describe('the waveform', () => {
  it('has the loudest moment of each span, by its root', () => {
    expect(levelsOf([0, 0, 1, 0.25, 0.0625, 0, 0, 0], 4)).toEqual([0, 7, 2, 0]);
  });

  it('of silence, of a whisper and of nothing is low', () => {
    expect(levelsOf([], 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(Math.max(...levelsOf(new Array(100).fill(0.0005)))).toBeLessThan(2);
  });
});

describe('the archive of a voice message', () => {
  const sound = Uint8Array.from({ length: 1_000 }, (_, at) => at % 251);

  it('comes back as it was', async () => {
    const sent = await voiceFileOf({ sound: new Blob([sound], { type: 'audio/webm' }), seconds: 3, levels });
    expect(sent).toMatchObject({ kind: 'document', contentType: 'application/zip' });
    const heard = soundOf(await sent.body.arrayBuffer());
    expect(heard?.type).toBe('audio/webm');
    expect(await bytesOf(heard as Blob)).toEqual(sound);
  });

  it('has the checksum that every program for archives wants', async () => {
    const archive = await bytesOf(archiveOf({ name: 'voice.ogg', bytes: new TextEncoder().encode('123456789') }));
    expect(new DataView(archive.buffer).getUint32(14, true)).toBe(0xcbf43926);
  });

  it.each(['voice.html', 'voice.svg', 'other.webm', 'voice.webm.exe'])('with %s in it plays nothing', async (name) => {
    expect(soundOf(await archiveOf({ name, bytes: sound }).arrayBuffer())).toBeNull();
  });

  it('that is cut off, compressed or none at all plays nothing', async () => {
    const whole = await bytesOf(archiveOf({ name: 'voice.webm', bytes: sound }));
    const compressed = whole.slice();
    compressed[8] = 8;
    for (const archive of [whole.slice(0, 500), compressed, whole.slice(0, 10), sound, new Uint8Array(0)]) {
      expect(storedFileOf(archive)).toBeNull();
    }
  });
});
