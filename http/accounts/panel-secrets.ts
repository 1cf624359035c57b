import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;

/** A random code of 192 bits, as in the QR code. */
export const newPanelSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
