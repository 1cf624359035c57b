import { Gate } from '#actors/runtime/gate.js';

function gateWithDiary() {
  const said: string[] = [];
  const shut = new Set<string>();
  const gate = new Gate<string>(({ envelope, run }) => {
    if (shut.has(envelope as string)) return false;
    run();
    return true;
  });
  const hold = (name: string, unit: number, then: () => void = () => undefined) =>
    gate.push({
      unit,
      envelope: name,
      heldAt: 0,
      own: unit,
      run: () => {
        said.push(name);
        then();
      },
    });
  return { gate, said, hold, shut };
}

describe('the output gate', () => {
  it('lets through at once what depends on nothing', () => {
    const { said, hold, gate } = gateWithDiary();
    hold('free', 0);
    expect(said).toEqual(['free']);
    expect(gate.size).toBe(0);
  });

  it('keeps what depends on a unit until that unit is durable', () => {
    const { gate, said, hold } = gateWithDiary();
    hold('first', 1);
    hold('second', 2);
    gate.open(1);
    expect(said).toEqual(['first']);
    gate.open(2);
    expect(said).toEqual(['first', 'second']);
  });

  it('lets nothing overtake, not even what depends on nothing', () => {
    const { gate, said, hold } = gateWithDiary();
    hold('write', 1);
    hold('read of the durable past', 0);
    expect(said).toEqual([]);
    gate.open(1);
    expect(said).toEqual(['write', 'read of the durable past']);
  });

  it('keeps the order when a release holds something more', () => {
    const { gate, said, hold } = gateWithDiary();
    hold('first', 1, () => hold('made by the first', 1));
    hold('second', 1);
    gate.open(1);
    expect(said).toEqual(['first', 'second', 'made by the first']);
    expect(gate.size).toBe(0);
  });

  it('keeps what may not leave now, and all behind it, until it is looked at again', () => {
    const { gate, said, hold, shut } = gateWithDiary();
    shut.add('read').add('first');
    hold('read', 0);
    hold('first', 1);
    hold('second', 1);
    gate.open(1);
    shut.delete('read');
    gate.releaseReady();
    expect(said).toEqual(['read']);
    shut.delete('first');
    gate.releaseReady();
    expect(said).toEqual(['read', 'first', 'second']);
    expect(gate.size).toBe(0);
  });

  it('drops everything that was held, and says what it was', () => {
    const { gate, said, hold } = gateWithDiary();
    hold('first', 1);
    hold('second', 2);
    expect(gate.drop().map(({ envelope }) => envelope)).toEqual(['first', 'second']);
    gate.open(2);
    expect(said).toEqual([]);
  });

  it('counts and gives back what it holds, however much of it has left one by one', () => {
    const { gate, said, hold } = gateWithDiary();
    for (let unit = 1; unit <= 10; unit += 1) hold(`${unit}`, unit);
    for (let unit = 1; unit <= 4; unit += 1) gate.open(unit);
    expect([said, gate.size]).toEqual([['1', '2', '3', '4'], 6]);
    expect([...gate].map(({ envelope }) => envelope)).toEqual(['5', '6', '7', '8', '9', '10']);
    gate.open(6);
    hold('free', 0);
    expect([said.at(-1), gate.size]).toEqual(['6', 5]);
    expect(gate.drop().map(({ envelope }) => envelope)).toEqual(['7', '8', '9', '10', 'free']);
    expect(gate.size).toBe(0);
    hold('after', 6);
    expect(said.at(-1)).toBe('after');
  });

  it('lets nothing out that was dropped by an earlier release', () => {
    const { gate, said, hold } = gateWithDiary();
    hold('first', 1, () => gate.drop());
    hold('second', 1);
    gate.open(1);
    expect([said, gate.size]).toEqual([['first'], 0]);
    hold('later', 1);
    expect(said).toEqual(['first', 'later']);
  });
});
