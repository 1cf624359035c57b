/** The endpoints that the session of a linked browser may call. All others are refused with `not_allowed`. */
import type { Endpoint } from '../schema/endpoint.js';

/**
 * Besides `/api/panel/*`, the panel's page needs these endpoints of its account: it shows the account, and signs out by
 * deleting its own link. The route refuses any other link.
 */
const accountEndpoints: ReadonlySet<string> = new Set(['viewMe', 'unlinkPanel']);

/** Sockets carry conversations, so that no operation is open to the panel. */
export const isOpenToPanels = ({ access, id }: Pick<Endpoint, 'access' | 'id'>): boolean =>
  access === 'panel' || accountEndpoints.has(id);
