/** Opens sockets, waits until each is accepted, and closes it. */
import { connect } from '../sockets/wire-client.mjs';

const PATH = '/socket.io/?EIO=4&transport=websocket';

export async function openHandshaker({ port, targets }) {
  let begun = 0;
  return {
    start() {
      const { token } = targets[begun % targets.length];
      begun += 1;
      return handshake(port, token);
    },
    close: () => undefined,
  };
}

function handshake(port, token) {
  return new Promise((resolve) => {
    const onFrame = (client, bytes, start, end) => {
      const text = bytes.toString('latin1', start, Math.min(end, start + 400));
      if (text.startsWith('0')) return client.send(`40${JSON.stringify({ token })}`);
      if (text.startsWith('42["ready"')) resolve({ code: 'ok' });
      else if (text.startsWith('44')) resolve({ code: /"code":"(\w+)"/.exec(text)?.[1] ?? 'unknown' });
      else return;
      client.close();
    };
    connect({ port, path: PATH, onFrame, onClose: () => resolve({ code: 'cut' }) }).catch(({ message }) =>
      resolve({ code: /HTTP\/1\.1 (\d+)/.exec(message)?.[1] ?? message }),
    );
  });
}
