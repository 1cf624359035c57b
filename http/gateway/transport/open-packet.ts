/** As Engine.IO has them. */
export const PING_INTERVAL_MS = 25_000;
export const PING_TIMEOUT_MS = 20_000;

/** The packet that an Engine.IO client must receive first. `maxPayload`: bytes of the largest message. */
export const openPacket = (sid: string, maxPayload: number): string =>
  `0${JSON.stringify({ sid, upgrades: [], pingInterval: PING_INTERVAL_MS, pingTimeout: PING_TIMEOUT_MS, maxPayload })}`;
