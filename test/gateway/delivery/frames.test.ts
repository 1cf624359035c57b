import { ackFrame, eventFrame, packetsOf, textFrame } from '#http/gateway/transport/frames.js';
import { Utf8Text } from '#http/gateway/transport/utf8-text.js';
import { fc } from '../../support/seeds/fast-check.js';

describe('frames', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('of %i bytes carry the text and its length', (length) => {
    const text = 'a'.repeat(length);
    const frame = textFrame(text);
    expect(frame[0]).toBe(0x81);
    expect(frame.subarray(-length || frame.length).toString()).toBe(text);
    expect(frame.length - length).toBe(length <= 125 ? 2 : length <= 65_535 ? 4 : 10);
  });

  it('carry events and acks as Socket.IO writes them', () => {
    expect(eventFrame('ready', '{"a":1}').subarray(2).toString()).toBe('42["ready",{"a":1}]');
    expect(ackFrame(12, '{"ok":true}').subarray(2).toString()).toBe('4312[{"ok":true}]');
  });

  it('with a part that was encoded before are those of the whole text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(
      fc.property(text, text, text, (before, middle, after) => {
        const encoded = Utf8Text.of(middle);
        expect(textFrame(before, encoded, after)).toEqual(textFrame(before + middle + after));
        const list = { before, encoded: Utf8Text.listOf([encoded, encoded]), after };
        expect(eventFrame('list', list)).toEqual(eventFrame('list', `${before}[${middle},${middle}]${after}`));
      }),
    );
  });

  it.each([21_845, 21_846, 200_000])('hold encoded parts of %i characters', (length) => {
    const text = '€'.repeat(length);
    expect(textFrame('', Utf8Text.of(text))).toEqual(textFrame(text));
    expect(`${Utf8Text.of(text)}`).toBe(text);
  });

  it('come apart again into the packets they were made of', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(
      fc.property(texts, (packets) => {
        const frames = Buffer.concat(packets.map((packet) => textFrame(`4${packet}`)));
        expect(packetsOf(frames)).toEqual(packets);
      }),
    );
  });
});
