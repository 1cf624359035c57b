/** The dispatch table of an organization: every command with its reads and its decision, by family. */
import { creditHandlers } from './credits.js';
import { foundingHandlers } from './founding.js';
import type { Handlers } from './handler.js';
import { packageHandlers, suspensionHandlers } from './packages.js';
import { organizationProfileHandlers } from './profile.js';
import { teamHandlers } from './team.js';

export const handlers: Handlers = {
  ...foundingHandlers,
  ...organizationProfileHandlers,
  ...packageHandlers,
  ...suspensionHandlers,
  ...creditHandlers,
  ...teamHandlers,
};
