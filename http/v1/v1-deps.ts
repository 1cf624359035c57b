import type { V1Addresses } from '#actors/v1/commands.js';
import type { CommonPasswords } from '#src/adapters/credentials/common-passwords.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { Passwords } from '#src/adapters/credentials/passwords.js';
import type { V1Tokens } from '#src/adapters/credentials/v1-tokens.js';
import type { SlidingLimits } from '#src/adapters/rate-limits/sliding-limits.js';
import type { Config } from '#src/config/config.js';
import type { Reader } from '#src/store/store.js';
import type { Health } from '../api/system/health.js';
import type { ErrorLog } from '../middleware/errors.js';
import type { EdgeEnv } from '../routing/edge-env.js';
import type { V1Ports } from './v1-ports.js';

/** The dependencies of `/v1`. */
export interface V1Deps {
  config: Pick<Config, 'v1' | 'brand'>;
  logger: ErrorLog;
  addresses: V1Addresses;
  reader: Reader;
  tokens: V1Tokens;
  fingerprints: Fingerprints;
  passwords: Passwords;
  isCommon: CommonPasswords;
  limits: SlidingLimits;
  /** Failed logins: counted also where limits are off. */
  locks: SlidingLimits;
  health: Health;
  env: EdgeEnv;
  ports: V1Ports;
}
