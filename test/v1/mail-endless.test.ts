import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSmtpMailer } from '#src/adapters/mail/smtp-mailer.js';

const mail = {
  id: '1',
  at: Date.UTC(2028, 0, 1),
  to: 'ada@example.org',
  language: 'en',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello',
};

describe('a mail server that never ends its answer', () => {
  it('keeps no mail beyond the time for one, and no connection', async () => {
    let connection: Socket | null = null;
    const server = createServer((socket) => {
      connection = socket.on('error', () => undefined);
      socket.write('220 here\r\n');
      const line = setInterval(() => socket.write('250-and more\r\n'), 20);
      socket.on('close', () => clearInterval(line)).resume();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mailer = createSmtpMailer({ url, from: 'Meydan <no-reply@example.org>', timeoutMs: 300 });
    expect(await mailer.send(mail)).toEqual({ kind: 'retry', why: 'EABORT' });
    const socket = connection as Socket | null;
    if (socket && !socket.closed) await once(socket, 'close');
    expect(socket?.closed).toBe(true);
    mailer.close();
    server.close();
  });
});
