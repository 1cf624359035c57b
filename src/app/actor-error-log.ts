import type { ErrorPlace } from '#actors/runtime/activation-context.js';
import { UnknownFormat } from '#actors/runtime/ownership.js';
import { FORMAT } from '../domain/format.js';
import type { Logger } from '../observability/logger.js';
import { FORMAT_ID, type StoreFormat } from '../store/schema/format.js';
import type { Reader } from '../store/store.js';

/** Logs errors of actors; that a newer version is needed, once for each format, with the version that the store names. */
export function actorErrorLog(log: Logger, store: Reader): (err: unknown, where: ErrorPlace) => void {
  const lacked = new Set<number>();
  return (err, where) => {
    if (!(err instanceof UnknownFormat)) return log.error({ err, ...where }, 'actor failed');
    if (lacked.has(err.needs)) return;
    lacked.add(err.needs);
    const line = { ...where, why: err.message, needs: err.needs, knows: FORMAT };
    store.get<StoreFormat>('meta', FORMAT_ID).then(
      (format) => log.error({ ...line, version: format?.version }, 'actor needs a newer version of the service'),
      (error: unknown) => log.error({ ...line, err: error }, 'actor needs a newer version of the service'),
    );
  };
}
