/** Calls of the panel, with the session that was lent to it. Each throws its refusal. */
export { call } from '#page/app/api.js';

// Whatever is asked is asked with the lent session.
export { onCutOff } from './session.js';
