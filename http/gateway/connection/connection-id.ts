/** How log lines name a connection, and its operations. Clients do not see these names. */
import { randomUUID } from 'node:crypto';

/** Of this process: two nodes, or two lives of one, do not name two sockets alike. */
const PROCESS_ID = randomUUID().slice(0, 8);

/** `number`: among the connections of this process. */
export const connectionIdOf = (number: number): string => `${PROCESS_ID}-${number.toString(36)}`;

export const operationIdOf = (connection: number, operation: number): string =>
  `${PROCESS_ID}-${connection.toString(36)}.${operation.toString(36)}`;
