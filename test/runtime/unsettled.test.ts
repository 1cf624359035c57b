/** What a memory that was thrown away leaves to the next one of the same actor. */
import { mergeUnsettled, UnsettledActors } from '#actors/runtime/unsettled.js';

const left = (announcedTo: number | null, isUnknown = false) => ({ announcedTo, isUnknown });

describe('what memories left behind', () => {
  it.each([
    [null, left(5), left(5)],
    [left(3), left(5), left(3)],
    [left(7), left(5), left(5)],
    [left(null), left(5), left(5)],
    [left(3), left(null), left(3)],
    [left(null), left(null), left(null)],
    [left(3, true), left(5), left(3, true)],
    [left(3), left(5, true), left(3, true)],
  ])('after %j and %j is %j', (earlier, later, merged) => {
    expect(mergeUnsettled(earlier, later)).toEqual(merged);
  });

  it('is taken once', () => {
    const actors = new UnsettledActors(true);
    actors.keep('a', left(3));
    expect([actors.take('a'), actors.take('a'), actors.take('b')]).toEqual([left(3), null, null]);
  });

  it('is kept of a node alone where something may not have been told; of others where a write may still come', () => {
    const kept = (alone: boolean, unsettled: Parameters<UnsettledActors['keep']>[1]) => {
      const actors = new UnsettledActors(alone);
      actors.keep('a', unsettled);
      return actors.take('a');
    };
    expect(kept(true, null)).toBeNull();
    expect(kept(true, left(null))).toBeNull();
    expect(kept(true, left(0))).toEqual(left(0));
    expect(kept(false, left(4))).toBeNull();
    expect(kept(false, left(4, true))).toEqual(left(4, true));
    expect(kept(true, left(null, true))).toEqual(left(null, true));
  });

  it('past its bound is taken for unknown, whoever it is; who is kept already is kept anew', () => {
    const actors = new UnsettledActors(true);
    for (let at = 0; at < 100_000; at += 1) actors.keep(`a${at}`, left(1));
    actors.keep('a7', left(2));
    expect(actors.take('never')).toBeNull();
    actors.keep('one more', left(9));
    actors.keep('and another', left(9));
    expect(actors.take('a7')).toEqual(left(2));
    expect(actors.take('and another')).toEqual(left(null, true));
    expect(actors.take('never')).toEqual(left(null, true));
  });
});
