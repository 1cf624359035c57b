/** Names are asked of name servers, here of one that answers as told. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { dnsResolver } from '#src/adapters/link-preview/dns.js';

const [A, AAAA] = [1, 28];

/** What the server answers to each type of question: addresses in bytes, an error code, or nothing at all. */
type Zone = Partial<Record<number, number[][] | 'refused' | 'silence'>>;

let server: Socket;
let asked: number[];
let zone: Zone;

beforeEach(async () => {
  asked = [];
  zone = {};
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
    asked.push(type);
    const answer = zone[type] ?? [];
    if (answer !== 'silence') server.send(reply(question, type, answer), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

/** The question repeated, and a record for each address that points back to its name. */
function reply(question: Buffer, type: number, answer: number[][] | 'refused'): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, end));
  const records = answer === 'refused' ? [] : answer;
  head.writeUInt16BE(answer === 'refused' ? 0x8185 : 0x8180, 2);
  for (const [at, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + at * 2);
  const bodies = records.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]));
  return Buffer.concat([head, ...bodies]);
}

const resolve = (signal = new AbortController().signal) =>
  dnsResolver([`127.0.0.1:${server.address().port}`])('acik.example', signal);

const v6 = [0x2a, 0, 0x14, 0x50, ...Array<number>(11).fill(0), 1];

describe('a name', () => {
  it('has all its addresses of both kinds', async () => {
    zone = {
      [A]: [
        [93, 184, 215, 14],
        [127, 0, 0, 1],
      ],
      [AAAA]: [v6],
    };
    expect(await resolve()).toEqual(['93.184.215.14', '127.0.0.1', '2a00:1450::1']);
    expect(asked.sort()).toEqual([A, AAAA]);
  });

  it('has those of one kind when there are no others, or their server refuses', async () => {
    zone = { [A]: [[93, 184, 215, 14]] };
    expect(await resolve()).toEqual(['93.184.215.14']);
    zone = { [A]: 'refused', [AAAA]: [v6] };
    expect(await resolve()).toEqual(['2a00:1450::1']);
  });

  it('has none when there are none', async () => {
    expect(await resolve()).toEqual([]);
  });

  it('has none once the time is over, however long the server is silent', async () => {
    zone = { [A]: 'silence', [AAAA]: 'silence' };
    const begun = performance.now();
    expect(await resolve(AbortSignal.timeout(300))).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(1_400);
  });
});
