/** Requests of the panel with its linked session. Every call throws its error. */
export { call } from '#page/app/api.js';

export { onSessionRevoked } from './session.js';
