/** A thread that verifies the windows of rooms that it is sent, until it is sent null. */
import { parentPort, workerData } from 'node:worker_threads';
import { verifyRooms } from '#actors/room/verify/verify-room.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { openWholeReader } from '../open-archive.js';
import type { ReaderSettings, ThreadAnswer } from './verify-threads.js';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

const reader = await openWholeReader(workerData as ReaderSettings);
const send = (answer: ThreadAnswer): void => port.postMessage(answer);

port.on('message', async (rooms: RoomId[] | null) => {
  if (rooms === null) {
    await reader.close();
    port.close();
    return;
  }
  try {
    send({ of: rooms, verified: await verifyRooms(reader, rooms) });
  } catch (cause) {
    send({ of: rooms, failure: (cause as Error).message });
  }
});
