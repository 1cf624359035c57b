/**
 * A WebSocket client of very low cost: one TCP socket, frames counted in place, text decoded only where it
 * has to be read. The load generator must be cheaper than the server, or the benchmark measures the generator.
 */
import { randomBytes } from 'node:crypto';
import net from 'node:net';

/** All clients of the process read into one buffer: Node calls back before it is used again. */
const shared = Buffer.allocUnsafe(262_144);
const NOTHING = Buffer.alloc(0);

/**
 * `onFrame(client, bytes, start, end)` gets every text frame's place in `bytes`, valid only during the call.
 * Resolves once the upgrade is answered.
 */
export function connect({ port, path, onFrame, onClose = () => {} }) {
  return new Promise((resolve, reject) => {
    const client = { socket: null, rest: NOTHING, upgraded: false };
    client.socket = net.connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback(count, buffer) {
          if (client.upgraded) read(client, buffer, count, onFrame);
          else upgrade(client, buffer, count, onFrame, resolve, reject);
          return true;
        },
      },
    });
    client.socket.on('error', reject);
    client.socket.on('close', () => onClose(client));
    client.send = (text) => client.socket.write(masked(text));
    client.close = () => client.socket.destroy();
    const key = randomBytes(16).toString('base64');
    client.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  });
}

function upgrade(client, buffer, count, onFrame, resolve, reject) {
  const bytes = Buffer.concat([client.rest, buffer.subarray(0, count)]);
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) {
    client.rest = bytes;
    return;
  }
  const status = bytes.toString('latin1', 9, 12);
  if (status !== '101') return reject(new Error(`the upgrade was answered with ${bytes.toString('latin1', 0, end)}`));
  client.upgraded = true;
  client.rest = NOTHING;
  resolve(client);
  const left = bytes.subarray(end + 4);
  // Bytes that came with the response are read once the caller has the client.
  if (left.length > 0) setImmediate(() => read(client, left, left.length, onFrame));
}

/** Iterates over the frames; an incomplete frame at the end waits for the rest. */
function read(client, buffer, count, onFrame) {
  let bytes = buffer;
  let end = count;
  if (client.rest.length > 0) {
    bytes = Buffer.concat([client.rest, buffer.subarray(0, count)]);
    end = bytes.length;
    client.rest = NOTHING;
  }
  let at = 0;
  while (end - at >= 2) {
    let length = bytes[at + 1];
    let start = at + 2;
    if (length === 126) {
      if (end - at < 4) break;
      length = bytes.readUInt16BE(start);
      start += 2;
    } else if (length === 127) {
      if (end - at < 10) break;
      length = bytes.readUInt32BE(start + 4);
      start += 8;
    }
    if (end - start < length) break;
    if (bytes[at] === 0x81) onFrame(client, bytes, start, start + length);
    at = start + length;
  }
  if (at < end) client.rest = Buffer.from(bytes.subarray(at, end));
}

/** Masking with zeros is masking. */
function masked(text) {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 6 : 8;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x81;
  if (length < 126) frame[1] = 0x80 | length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  }
  frame.fill(0, header - 4, header);
  frame.write(text, header);
  return frame;
}
