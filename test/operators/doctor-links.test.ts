/** `npm run doctor` on `NODE_LINK`: it says in a sentence why other nodes would not reach this one. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { systemEnv } from '#actors/runtime/system-env.js';
import { examineNodeLink } from '#src/app/doctor/examine-node-link.js';
import { IncomingLinks } from '#src/cluster/direct/incoming-links.js';
import { tcp } from '#src/cluster/direct/link-network.js';
import type { NodeLink } from '#src/config/node-link.js';
import { freePort } from '../support/servers/free-port.mjs';

async function said(link: NodeLink | undefined): Promise<string> {
  const { findings } = await examineNodeLink(link === undefined ? {} : { link });
  return findings.map(({ level, message }) => `${level}: ${message}`).join('\n');
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('the doctor on direct links', () => {
  it('says what happens where no address is set, and where links are off', async () => {
    expect(await said(undefined)).toMatch(/^ok: NODE_LINK is not set/);
    expect(await said(null)).toMatch(/^warning: NODE_LINK is off: all messages between nodes go through Redis/);
  });

  it('finds the node that listens there', async () => {
    const links = new IncomingLinks({
      network: tcp,
      keys: [Buffer.alloc(32, 1)],
      env: systemEnv,
      me: () => 'life',
      onText: () => undefined,
      onLoss: () => undefined,
      onError: () => undefined,
    });
    const port = await links.open('127.0.0.1', 0);
    expect(await said({ host: '127.0.0.1', port })).toBe(
      `ok: NODE_LINK, 127.0.0.1 at port ${port}, is answered by a node`,
    );
    await links.close();
  });

  it('finds an address of this machine well while no node runs', async () => {
    const port = await freePort();
    expect(await said({ host: '127.0.0.1', port })).toMatch(/^ok: .* leads to this machine; no node runs here$/);
  });

  it('says that another program has the port', async () => {
    const silent = createServer();
    const port = await portOf(silent);
    expect(await said({ host: '127.0.0.1', port })).toMatch(
      /^problem: .* something that is no node: choose another port$/,
    );
    await new Promise((resolve) => silent.close(resolve));
  });

  it('says that a name leads nowhere, and what has to be done', async () => {
    const text = await said({ host: 'nowhere.invalid', port: await freePort() });
    expect(text).toMatch(
      /^problem: NODE_LINK, nowhere\.invalid at port \d+, does not lead to this machine \(.*nowhere/,
    );
    expect(text).toContain(`name an address of ${hostname()} that other nodes reach`);
  });

  it('says that the port of this machine is taken where the address is not reached', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const { port } = taken.address() as AddressInfo;
    expect(await said({ host: 'nowhere.invalid', port })).toMatch(/^problem: .* cannot be opened on .*EADDRINUSE/);
    await new Promise((resolve) => taken.close(resolve));
  });
});
