/** What the session of a linked browser may call. Everything else is refused with `not_allowed`. */
import type { Endpoint } from '../schema/endpoint.js';

/**
 * Beside `/api/panel/*`: what the page of the panel needs of the account that it was linked to. It shows whose panel it
 * is, and signs out by deleting its own link; another link is refused by the route.
 */
const accountEndpoints: ReadonlySet<string> = new Set(['viewMe', 'unlinkPanel']);

/** Sockets carry conversations: no operation of theirs is a panel's. */
export const isOpenToPanels = ({ access, id }: Pick<Endpoint, 'access' | 'id'>): boolean =>
  access === 'panel' || accountEndpoints.has(id);
