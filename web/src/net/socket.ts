/** The one socket of this tab: official socket.io-client, acknowledged operations, the token of the session. */
import { io, type Socket } from 'socket.io-client';
import type { Ack } from '../wire.js';
import { ApiError, freshSession, networkError, refresh } from './api.js';
import { readSession } from './session.js';

const ACK_WITHIN_MS = 12_000;

export type { Socket } from 'socket.io-client';

let current: Socket | null = null;

/** The token is asked for at every attempt, so a reconnect never comes with an old one. When is for others to say. */
export function openSocket(): Socket {
  closeSocket();
  current = io({
    autoConnect: false,
    transports: ['websocket'],
    reconnection: false,
    auth: (answer) => {
      freshSession().then(
        (session) => answer({ token: session.access }),
        // The handshake without a good token is refused, and the refusal says what to do next.
        () => answer({ token: readSession()?.access ?? '' }),
      );
    },
  });
  return current;
}

/** The network went: what is left of the connection is not waited for. */
export const cutSocket = (): void => void current?.io.engine?.close();

export function closeSocket(): void {
  current?.removeAllListeners();
  current?.disconnect();
  current = null;
}

/** Sends an operation; a refusal or a missing answer is thrown as ApiError. */
export async function operate<T>(name: string, payload: object): Promise<T> {
  const ack = await answerTo<T>(name, payload);
  if (ack.ok) return ack;
  throw new ApiError(ack.error);
}

async function answerTo<T>(name: string, payload: object): Promise<Ack<T>> {
  if (!current?.connected) throw networkError();
  try {
    return (await current.timeout(ACK_WITHIN_MS).emitWithAck(name, payload)) as Ack<T>;
  } catch {
    // The library says only that the time passed or the connection went: both mean "outcome unknown".
    throw networkError();
  }
}

/** For hints that may get lost. */
export const hint = (name: string, payload: object): void => void current?.volatile.emit(name, payload, ignoreAnswer);

function ignoreAnswer(): void {
  // An answer is asked for so that a refusal does not come back as an event; a lost hint needs no repair.
}

/** Tokens may be short-lived: the warning comes a minute before the end, and this much of it is enough. */
const RENEW_BEFORE_MS = 20_000;

/** Before the token ends: a new one for the same connection. Another tab may have fetched it already. */
export async function renewSession(): Promise<void> {
  const warned = readSession();
  if (!warned) return;
  const wait = Math.max(0, warned.expiresAt - Date.now() - RENEW_BEFORE_MS);
  await new Promise((resolve) => setTimeout(resolve, wait));
  const { access } = await refresh(warned);
  await operate('session:renew', { token: access });
}
