/**
 * Whether this process reaches into Engine.IO, Socket.IO and ws. It does so with the lines of versions that were read
 * for it, when a first connection looks inside as it should, and unless SOCKET_FAST_PATH switches it off.
 * Otherwise everything goes by the documented interfaces of the three (ADR 0066).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { EngineSocket } from './engine.js';

export interface LibraryVersions {
  socketIo: string;
  engineIo: string;
  ws: string;
}

/** Patches of these keep their insides; anything newer has to be read first. */
const known: Record<keyof LibraryVersions, RegExp> = { socketIo: /^4\.8\./, engineIo: /^6\.6\./, ws: /^8\./ };

/** Carried by Engine.IO, or a WebSocket alone. */
type ConnectionKind = 'engine_io' | 'websocket';

export class FastPath {
  readonly #warn: (why: string) => void;
  #isOn: boolean;
  readonly #checked = new Set<ConnectionKind>();

  constructor(isWanted: boolean, warn: (why: string) => void, versions: () => LibraryVersions = installedVersions) {
    this.#warn = warn;
    this.#isOn = isWanted;
    if (isWanted && !areKnown(versions())) this.#leave('versions of the socket libraries that are not known inside');
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Asked before a connection is used: the first WebSocket of each kind decides for the process. */
  isFor(engine: EngineSocket, kind: ConnectionKind, isAsExpected: () => boolean): boolean {
    if (this.#isOn && !this.#checked.has(kind) && engine.transport.name === 'websocket') {
      this.#checked.add(kind);
      if (!isAsExpected()) this.#leave('socket libraries that look different inside');
    }
    return this.#isOn;
  }

  #leave(why: string): void {
    this.#isOn = false;
    this.#warn(why);
  }
}

const areKnown = (versions: LibraryVersions): boolean =>
  (Object.keys(known) as (keyof LibraryVersions)[]).every((name) => known[name].test(versions[name]));

/** As they are installed; Engine.IO and ws as Socket.IO finds them. */
export function installedVersions(): LibraryVersions {
  const socketIo = createRequire(import.meta.url).resolve('socket.io/package.json');
  const engine = createRequire(socketIo).resolve('engine.io');
  const ws = createRequire(engine).resolve('ws/package.json');
  const versionIn = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version;
  return {
    socketIo: versionIn(socketIo),
    engineIo: versionIn(join(dirname(engine), '..', 'package.json')),
    ws: versionIn(ws),
  };
}
