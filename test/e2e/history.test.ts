import { type Acknowledged, type FaultKind, faultsOf, type History, type LogRow } from '../support/rooms/history.js';

const row = (seq: number, change: Partial<LogRow> = {}): LogRow => ({
  id: `row-${seq}`,
  seq,
  clientId: `client-${seq}`,
  body: `said ${seq}`,
  ...change,
});

/** Sent one after the other by two people: each before the next was begun. */
const acknowledged = (seq: number, change: Partial<Acknowledged> = {}): Acknowledged => ({
  ...row(seq),
  clientId: `client-${seq}`,
  sender: seq % 2 ? 'ada' : 'bob',
  sentAt: seq * 10,
  ackedAt: seq * 10 + 5,
  wasRefused: false,
  ...change,
});

/** A flawless room, forged anew for each test. */
const flawless = (): History => ({
  acknowledged: [2, 3, 4, 5].map((seq) => acknowledged(seq)),
  log: [2, 3, 4, 5].map((seq) => row(seq)),
  readings: [{ reader: 'cem', rows: [2, 3, 4, 5].map((seq) => row(seq)), holes: [] }],
});

const kindsOf = (history: History): FaultKind[] => [...new Set(faultsOf(history).map(({ kind }) => kind))];

function forged(forge: (history: History) => void): FaultKind[] {
  const history = flawless();
  forge(history);
  return kindsOf(history);
}

const reading = (history: History) => history.readings[0]!;

describe('the judge of histories', () => {
  it('finds nothing in a flawless history', () => {
    expect(faultsOf(flawless())).toEqual([]);
  });

  it('accepts a row that was stored without its sender ever being told', () => {
    expect(forged((history) => history.acknowledged.pop())).toEqual([]);
  });

  it('sees an acknowledged message that is gone', () => {
    const kinds = forged((history) => {
      history.log = history.log.filter(({ seq }) => seq !== 4);
      reading(history).rows = history.log;
    });
    expect(kinds).toEqual(['lost']);
  });

  it('sees a message stored twice under one client_id', () => {
    const twice = row(6, { clientId: 'client-5' });
    const kinds = forged((history) => {
      history.log.push(twice);
      reading(history).rows.push(twice);
    });
    expect(kinds).toEqual(['doubled']);
  });

  it('sees two rows under one seq', () => {
    const kinds = forged((history) => {
      history.log.push(row(5, { id: 'another', clientId: null }));
      reading(history).rows.push(row(5, { id: 'another', clientId: null }));
    });
    expect(kinds).toEqual(['doubled', 'reordered']);
  });

  it('sees a log that is not in order', () => {
    expect(forged((history) => history.log.reverse())).toEqual(['reordered']);
  });

  it('sees a body that is not what was acknowledged', () => {
    expect(forged((history) => Object.assign(history.acknowledged[1]!, { body: 'something else' }))).toEqual([
      'altered',
    ]);
  });

  it('sees a row that stands elsewhere than acknowledged', () => {
    expect(forged((history) => Object.assign(history.acknowledged[3]!, { seq: 9 }))).toEqual(['altered']);
  });

  it('sees a message that overtook one acknowledged before it was sent', () => {
    const kinds = forged(({ acknowledged: [, , fourth, fifth] }) => {
      Object.assign(fourth!, { sentAt: 60, ackedAt: 65, wasRefused: true });
      Object.assign(fifth!, { sentAt: 50, ackedAt: 55 });
    });
    expect(kinds).toEqual(['reordered']);
  });

  it('sees one sender’s messages change places while both were under way', () => {
    const kinds = forged((history) => {
      history.acknowledged = [
        acknowledged(3, { sender: 'ada', sentAt: 21, ackedAt: 40 }),
        acknowledged(2, { sender: 'ada', sentAt: 22, ackedAt: 41 }),
      ];
    });
    expect(kinds).toEqual(['reordered']);
  });

  it('lets whoever was refused for the moment lose their place', () => {
    const kinds = forged((history) => {
      history.acknowledged = [
        acknowledged(3, { sender: 'ada', sentAt: 21, ackedAt: 40, wasRefused: true }),
        acknowledged(2, { sender: 'ada', sentAt: 22, ackedAt: 41 }),
      ];
    });
    expect(kinds).toEqual([]);
  });

  it('sees an event whose predecessor never came', () => {
    expect(forged((history) => reading(history).holes.push({ held: 3, prevSeq: 4 }))).toEqual(['hole']);
  });

  it('sees a reader who was shown what did not last', () => {
    expect(forged((history) => reading(history).rows.push(row(6)))).toEqual(['undurable']);
  });

  it('sees a reader who was shown something else than what lasted', () => {
    const kinds = forged((history) => reading(history).rows.splice(1, 1, row(3, { body: 'first thought' })));
    expect(kinds).toEqual(['undurable']);
  });

  it('sees a reader who missed a row', () => {
    expect(forged((history) => reading(history).rows.splice(2, 1))).toEqual(['unseen']);
  });

  it('sees a reader who was shown a row twice', () => {
    expect(forged((history) => reading(history).rows.push(row(5)))).toEqual(['reordered', 'seen twice']);
  });

  it('sees a reader whose rows came in another order', () => {
    expect(forged((history) => reading(history).rows.reverse())).toEqual(['reordered']);
  });
});
