import { readAhead } from '#src/concurrency/read-ahead.js';

describe('reading ahead', () => {
  const asked: number[] = [];
  const read = async (question: number) => {
    asked.push(question);
    if (question === 3) throw new Error('no third');
    return question * 10;
  };
  beforeEach(() => {
    asked.length = 0;
  });

  it('asks the next question while the caller works on the last answer, and no other', async () => {
    const seen: [number, number[]][] = [];
    for await (const answer of readAhead([1, 2, 4], read)) seen.push([answer, [...asked]]);
    expect(seen).toEqual([
      [10, [1, 2]],
      [20, [1, 2, 4]],
      [40, [1, 2, 4]],
    ]);
  });

  it('asks as many ahead as it may', async () => {
    const seen: [number, number[]][] = [];
    for await (const answer of readAhead([1, 2, 4, 5].values(), read, 2)) seen.push([answer, [...asked]]);
    expect(seen).toEqual([
      [10, [1, 2, 4]],
      [20, [1, 2, 4, 5]],
      [40, [1, 2, 4, 5]],
      [50, [1, 2, 4, 5]],
    ]);
  });

  it('asks nothing without a question', async () => {
    for await (const answer of readAhead([], read)) expect(answer).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('fails where the failed answer would have come, and not before', async () => {
    const seen: number[] = [];
    const reading = async () => {
      for await (const answer of readAhead([1, 2, 3, 4], read)) seen.push(answer);
    };
    await expect(reading()).rejects.toThrow('no third');
    expect([seen, asked]).toEqual([
      [10, 20],
      [1, 2, 3],
    ]);
  });

  it('lets a caller end who does not want the rest, also if the rest fails', async () => {
    for await (const answer of readAhead([2, 3], read)) {
      expect(answer).toBe(20);
      break;
    }
    expect(asked).toEqual([2, 3]);
  });
});
