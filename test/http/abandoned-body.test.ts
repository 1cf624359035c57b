/** A client that leaves before its request is read has not met a fault of the service. */
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Koa from 'koa';
import { renderErrors } from '#http/middleware/errors.js';
import { jsonBody } from '#http/middleware/json-body.js';

describe('a request whose client has left', () => {
  it('is no fault of the service, also when its body came whole', async () => {
    const logged: string[] = [];
    const answered: number[] = [];
    const app = new Koa();
    const done = new EventEmitter();
    app.use(async (ctx, next) => {
      await new Promise((resolve) => ctx.req.once('close', resolve));
      await next();
      answered.push(ctx.status);
      done.emit('answered');
    });
    app.use(renderErrors({ error: (_, message) => void logged.push(message) }));
    app.use(jsonBody());
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
    await once(server, 'request');
    client.destroy();
    await once(done, 'answered');
    expect([answered, logged]).toEqual([[400], []]);
    server.close();
  });
});
