/**
 * Where no link and no redirect may lead, in every spelling: a listener stands behind all addresses and hears nothing.
 */
import { isPublicAddress } from '#src/adapters/link-preview/addresses.js';
import { createLinkPreviews } from '#src/adapters/link-preview/link-previews.js';
import { html, type PretendInternet, pretendInternet, redirect } from './pretend-internet.js';

let internet: PretendInternet;
let reasons: string[];

beforeEach(async () => {
  internet = await pretendInternet();
  internet.pages.set('/', html('<title>Gizli</title>'));
  reasons = [];
});
afterEach(() => internet[Symbol.asyncDispose]());

const look = (link: string) =>
  createLinkPreviews({
    brand: 'meydan',
    env: { monotonic: () => performance.now() },
    network: internet.network,
    onFailure: (reason) => reasons.push(reason),
  }).of(new URL(link));

function expectNothingDone(reason: RegExp): void {
  expect(reasons).toEqual([expect.stringMatching(reason)]);
  expect(internet.dialled).toEqual([]);
  expect(internet.connections()).toBe(0);
}

const loopback = [
  ['dotted', 'http://127.0.0.1/'],
  ['elsewhere in the network', 'http://127.255.255.254/'],
  ['short', 'http://127.1/'],
  ['three parts', 'http://127.0.1/'],
  ['decimal', 'http://2130706433/'],
  ['hexadecimal', 'http://0x7f000001/'],
  ['octal', 'http://017700000001/'],
  ['octal parts', 'http://0177.0.0.01/'],
  ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1/'],
  ['mixed parts', 'http://0x7f.0.0.1/'],
  ['octal with more zeros', 'http://0000177.0.0.1/'],
  ['trailing dot', 'http://127.0.0.1./'],
  ['full-width digits', 'http://１２７．０．０．１/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['ideographic full stops', 'http://127。0。0。1/'],
  ['percent-encoded', 'http://%31%32%37.0.0.1/'],
  ['IPv6', 'http://[::1]/'],
  ['IPv6 in full', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]/'],
  ['mapped', 'http://[::ffff:127.0.0.1]/'],
  ['mapped, hexadecimal', 'http://[::ffff:7f00:1]/'],
  ['mapped, in full', 'http://[0:0:0:0:0:ffff:7f00:0001]/'],
  ['IPv4-compatible', 'http://[::127.0.0.1]/'],
  ['translated (SIIT)', 'http://[::ffff:0:127.0.0.1]/'],
  ['NAT64', 'http://[64:ff9b::127.0.0.1]/'],
  ['NAT64, local prefix', 'http://[64:ff9b:1::7f00:1]/'],
  ['6to4', 'http://[2002:7f00:1::]/'],
  ['Teredo', 'http://[2001:0:7f00:1::]/'],
  ['with a port', 'http://127.0.0.1:80/'],
  ['over TLS', 'https://127.0.0.1/'],
  ['backslashes', 'http:\\\\127.0.0.1\\'],
  ['one slash', 'http:/127.0.0.1/'],
  ['tabs and newlines inside', 'http://12\t7.0.\n0.1/'],
];

const inside = [
  ['unspecified', 'http://0.0.0.0/'],
  ['unspecified, short', 'http://0/'],
  ['this network', 'http://0.1.2.3/'],
  ['unspecified IPv6', 'http://[::]/'],
  ['mapped unspecified', 'http://[::ffff:0.0.0.0]/'],
  ['private 10', 'http://10.0.0.1/'],
  ['private 10, decimal', 'http://167772161/'],
  ['private 172.16', 'http://172.16.0.1/'],
  ['private 172.31', 'http://172.31.255.255/'],
  ['private 192.168', 'http://192.168.1.1/'],
  ['private, mapped', 'http://[::ffff:192.168.1.1]/'],
  ['private, compatible', 'http://[::10.0.0.1]/'],
  ['shared by carriers', 'http://100.64.0.1/'],
  ['shared by carriers, last', 'http://100.127.255.255/'],
  ['metadata of a cloud, shared', 'http://100.100.100.200/'],
  ['metadata of clouds', 'http://169.254.169.254/'],
  ['metadata, decimal', 'http://2852039166/'],
  ['metadata, octal', 'http://0251.0376.0251.0376/'],
  ['metadata, mapped', 'http://[::ffff:a9fe:a9fe]/'],
  ['metadata, NAT64', 'http://[64:ff9b::a9fe:a9fe]/'],
  ['metadata, IPv6', 'http://[fd00:ec2::254]/'],
  ['metadata of a cloud, reserved', 'http://192.0.0.192/'],
  ['a platform’s own server', 'http://168.63.129.16/'],
  ['link-local IPv6', 'http://[fe80::1]/'],
  ['unique local IPv6', 'http://[fc00::1]/'],
  ['site-local IPv6', 'http://[fec0::1]/'],
  ['multicast', 'http://224.0.0.1/'],
  ['multicast IPv6', 'http://[ff02::1]/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['reserved', 'http://240.0.0.1/'],
  ['benchmarking', 'http://198.18.0.1/'],
  ['documentation', 'http://192.0.2.1/'],
  ['documentation IPv6', 'http://[2001:db8::1]/'],
  ['discarding IPv6', 'http://[100::1]/'],
  ['not given out IPv6', 'http://[4000::1]/'],
];

const localNames = [
  ['localhost', 'http://localhost/'],
  ['in capitals', 'http://LOCALHOST/'],
  ['with a trailing dot', 'http://localhost./'],
  ['below localhost', 'http://app.localhost/'],
  ['full-width', 'http://ｌｏｃａｌｈｏｓｔ/'],
  ['without a dot', 'http://redis/'],
  ['without a dot, Turkish', 'http://sunucu-ş/'],
  ['of the local link', 'http://printer.local/'],
  ['of a cluster', 'http://store.default.svc.cluster.local/'],
  ['of a cloud', 'http://metadata.google.internal/'],
  ['of a home', 'http://router.home.arpa/'],
  ['with two dots at its end', 'http://acik.example../'],
];

const disguises = [
  ['a user before a forbidden host', 'http://acik.example@127.0.0.1/'],
  ['a user before a public host', 'http://127.0.0.1@acik.example/'],
  ['a password', 'http://ada:sifre@acik.example/'],
  ['an empty password', 'http://ada:@acik.example/'],
];

const ports = ['0', '22', '25', '81', '444', '6379', '8080', '27017', '65535'];

describe('a link', () => {
  it.each([...loopback, ...inside])('to a forbidden address is not followed: %s %s', async (_, link) => {
    expect(await look(link as string)).toBeNull();
    expectNothingDone(/not a public host/);
    expect(internet.resolved).toEqual([]);
  });

  it.each(localNames)('to a local name is not followed, and the name is not looked up: %s', async (_, link) => {
    expect(await look(link as string)).toBeNull();
    expectNothingDone(/not a public host/);
    expect(internet.resolved).toEqual([]);
  });

  it.each(disguises)('with a user in it is not followed: %s', async (_, link) => {
    expect(await look(link as string)).toBeNull();
    expectNothingDone(/a user in the address|not a public host/);
  });

  it.each(ports)('to port %s is not followed', async (port) => {
    expect(await look(`http://acik.example:${port}/`)).toBeNull();
    expectNothingDone(/another port/);
  });

  it('to a public address is followed: what stands behind this table can be reached', async () => {
    expect(await look('http://93.184.215.14/')).toMatchObject({ title: 'Gizli' });
    expect(await look('http://[2606:2800:21f::1]:80/')).toMatchObject({ title: 'Gizli' });
    expect(internet.dialled.map(({ address }) => address)).toEqual(['93.184.215.14', '2606:2800:21f::1']);
    expect(internet.connections()).toBe(2);
  });
});

describe('a name', () => {
  const forbidden = [...loopback, ...inside].map(([what, link]) => [what, new URL(link as string).hostname] as const);

  it.each(forbidden)('that leads to a forbidden address is not connected to: %s %s', async (_, host) => {
    const address = host.replace(/^\[|\]$/g, '');
    internet.names.set('acik.example', [address]);
    expect(await look('http://acik.example/')).toBeNull();
    expectNothingDone(/not a public address/);
    expect(internet.resolved).toEqual(['acik.example']);
  });

  it.each([
    ['first', ['10.0.0.1', '93.184.215.14']],
    ['last', ['93.184.215.14', '::1']],
    ['far back', [...Array.from({ length: 9 }, (_, n) => `93.184.215.${n + 1}`), '10.0.0.1']],
    ['with a zone', ['fe80::1%eth0']],
    ['as no address at all', ['bozuk']],
  ])('with a forbidden address %s is not connected to', async (_, addresses) => {
    internet.names.set('acik.example', addresses);
    expect(await look('http://acik.example/')).toBeNull();
    expectNothingDone(/not a public address/);
  });

  it('without an address is not connected to', async () => {
    internet.names.set('acik.example', []);
    expect(await look('http://acik.example/')).toBeNull();
    expectNothingDone(/no address/);
  });

  it('in letters of any script is looked up as it is registered', async () => {
    expect(await look('http://çay.example/')).toMatchObject({ title: 'Gizli' });
    expect(internet.resolved).toEqual(['xn--ay-3ia.example']);
  });

  it('is looked up once for a connection, so changing its mind after the check gains nothing', async () => {
    let asked = 0;
    internet.names.set('acik.example', () => [(asked += 1) === 1 ? '93.184.215.14' : '127.0.0.1']);
    expect(await look('http://acik.example/')).toMatchObject({ title: 'Gizli' });
    expect(asked).toBe(1);
    expect(internet.dialled).toEqual([{ address: '93.184.215.14', port: 80 }]);
  });

  it('that has changed its mind by the next connection is refused there', async () => {
    let asked = 0;
    internet.names.set('acik.example', () => [(asked += 1) === 1 ? '93.184.215.14' : '127.0.0.1']);
    internet.pages.set('/once', redirect('/'));
    expect(await look('http://acik.example/once')).toBeNull();
    expect(reasons).toEqual(['not a public address']);
    expect(internet.requests.map(({ path }) => path)).toEqual(['/once']);
  });
});

describe('a redirect', () => {
  const places = [...loopback, ...inside, ...localNames, ...disguises].map(([what, link]) => [what, link] as const);

  it.each(places)('to where no link may lead is not followed: %s', async (_, link) => {
    const location = new URL(link as string).href;
    internet.pages.set('/go', redirect(location));
    expect(await look('http://acik.example/go')).toBeNull();
    expect(reasons).toEqual([expect.stringMatching(/not a public host|a user in the address/)]);
    expect(internet.connections()).toBe(1);
  });

  it.each([
    'ftp://acik.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://acik.example/',
    'http://acik.example:6379/',
    '//127.0.0.1/',
    'http://',
    '',
  ])('to %j is not followed', async (location) => {
    internet.pages.set('/go', redirect(location));
    expect(await look('http://acik.example/go')).toBeNull();
    expect(internet.connections()).toBe(1);
  });

  it.each([2, 3])('is judged at hop %d as well', async (hops) => {
    for (let n = 1; n < hops; n += 1) internet.pages.set(`/${n}`, redirect(`/${n + 1}`));
    internet.pages.set(`/${hops}`, redirect('http://169.254.169.254/'));
    expect(await look('http://acik.example/1')).toBeNull();
    expect(reasons).toEqual(['not a public host']);
    expect(internet.connections()).toBe(hops);
  });
});

describe('the table', () => {
  it('is of at least sixty spellings', () => {
    expect(loopback.length + inside.length).toBeGreaterThanOrEqual(60);
  });

  it.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8', '2a00:1450:4001::1'])(
    'leaves %s alone',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
