/** A node that is stopped while its jobs wait for an object store that does not answer, or that fails them then. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { talk } from '../gateway/talker.js';
import { bootApp } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';

describe('a node whose object store does not answer', () => {
  let server: Server;
  let asked = 0;

  beforeEach(async () => {
    asked = 0;
    server = createServer((request) => {
      asked += 1;
      request.resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['still does not answer', () => {}],
    ['breaks its connections', () => void server.close().closeAllConnections()],
  ])(
    'drains in time, and its sockets are told, when it %s',
    async (_, disturb) => {
      const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const keys = { S3_ACCESS_KEY_ID: 'AKIDEXAMPLE', S3_SECRET_ACCESS_KEY: 'a secret' };
      const settings = { S3_ENDPOINT, S3_REGION: 'eu-central-1', S3_BUCKET: 'files', ...keys, DRAIN_S: '15' };
      await using booted = await bootApp({ settings });
      const ada = await booted.person('ada');
      const talker = await talk(booted, ada);
      expect((await booted.ask(ada, 'POST', '/api/me/export')).status).toBe(202);
      await poll(() => asked > 0, { until: 'the export waits for the object store' });
      const startedAt = performance.now();
      const drained = booted.app.drain();
      disturb();
      await drained;
      expect(performance.now() - startedAt).toBeLessThan(13_000);
      await talker.hangsUp();
      expect(talker.heard.at(-1)).toEqual({ name: 'session:closed', payload: { reason: 'draining' } });
    },
    60_000,
  );
});
