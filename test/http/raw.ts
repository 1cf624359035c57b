import { connect } from 'node:net';

/** Sends bytes as they are and reads until the server closes or its answer is whole. */
export function exchangeRaw(port: number, request: string): Promise<{ status: number; headers: string; body: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const finish = () => {
      socket.destroy();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), headers: head, body });
    };
    socket.setEncoding('utf8');
    socket.setTimeout(5_000, () => reject(new Error(`No answer in time; so far: ${text}`)));
    socket.on('data', (chunk) => {
      text += chunk;
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const [, body] = text.split('\r\n\r\n');
      if (length && body !== undefined && Buffer.byteLength(body) >= Number(length)) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}
