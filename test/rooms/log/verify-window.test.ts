/** The check of a room keeps a window of it, and finds what is wrong beyond it as well. */
import { Conversation } from '#actors/room/verify/conversation.js';

describe('the last message of a room that is verified', () => {
  it('is the newest row that was not removed', () => {
    const rows = new Conversation(2);
    for (const seq of [1, 2, 3]) rows.add(seq, seq * 10);
    rows.remove(2);
    expect([rows.lastSeq, rows.lastAt]).toEqual([3, 30]);
    rows.remove(3);
    expect([rows.lastSeq, rows.lastAt]).toEqual([1, 10]);
    rows.remove(1);
    expect([rows.lastSeq, rows.lastAt, rows.isKnown]).toEqual([0, 0, true]);
  });

  it('is not known while every row of the window is removed, and is again with the next one', () => {
    const rows = new Conversation(2);
    for (let seq = 1; seq <= 5; seq += 1) rows.add(seq, seq * 10);
    for (const seq of [1, 4, 5]) rows.remove(seq);
    expect([rows.lastSeq, rows.isKnown]).toEqual([3, true]);
    rows.remove(3);
    expect(rows.isKnown).toBe(false);
    rows.add(6, 60);
    expect([rows.lastSeq, rows.lastAt, rows.isKnown]).toEqual([6, 60, true]);
  });
});
