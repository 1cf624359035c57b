/** Requests of the panel with its linked session. Every call throws its error. */
import { call as request, wireOf } from '#page/app/api.js';

export { onSessionRevoked } from './session.js';

/** They say that the page shows what the account no longer is in its organization. */
const roleErrors = ['not_allowed', 'no_organization'];

let onStaleRole: (error: unknown) => void = () => undefined;

/** Called when a request is refused because of the role. */
export function onRoleRefused(listener: (error: unknown) => void): void {
  onStaleRole = listener;
}

export const call: typeof request = (operation, ...given) =>
  request(operation, ...given).catch((error: unknown) => {
    if (roleErrors.includes(wireOf(error).code)) onStaleRole(error);
    throw error;
  });
