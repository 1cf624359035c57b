/** Explains a failed start: a sentence for errors that the operator can correct, all details for others. */
import { NameTaken, TableUnavailable } from '../cluster/lease-table.js';
import { explainRedisRights } from '../cluster/redis/explain-redis.js';
import { ConfigError } from '../config/config-error.js';
import { IdentityKeyLocked } from '../store/identity-key.js';
import { StoreLocked, StoreUnavailable } from '../store/store.js';

const inWords = [ConfigError, StoreLocked, StoreUnavailable, IdentityKeyLocked, NameTaken];

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (inWords.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof TableUnavailable) return explainRedisRights(error.message) ?? error.message;
  return explainListening(error) ?? explainFolder(error) ?? error.stack ?? error.message;
}

/** Failures of the listener's address. */
function explainListening(error: SystemError): string | null {
  const { code, port, address, hostname, syscall } = error;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use by another program. Stop it, or set PORT to a free one (PORT=3001).`;
  if (code === 'EACCES' && port) return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  const unknownHost = syscall === 'getaddrinfo' ? hostname : undefined;
  const host = code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? address : unknownHost;
  if (!host) return null;
  return `HOST=${host} cannot be listened on (${code}): it must be an address or a name of this machine. Example: HOST=127.0.0.1`;
}

const folderProblems = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EISDIR', 'EIO']);

function explainFolder({ code = '', path, message }: SystemError): string | null {
  if (!path || !folderProblems.has(code)) return null;
  return (
    `${path} cannot be used: ${message}. DATA_DIR must be a folder this process may write to, with space left on it. ` +
    'Example: DATA_DIR=./data'
  );
}
