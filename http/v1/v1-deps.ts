import type { V1Addresses } from '#actors/v1/commands.js';
import type { CommonPasswords } from '#src/adapters/common-passwords.js';
import type { Fingerprints } from '#src/adapters/fingerprints.js';
import type { Passwords } from '#src/adapters/passwords.js';
import type { SlidingLimits } from '#src/adapters/sliding-limits.js';
import type { V1Tokens } from '#src/adapters/v1-tokens.js';
import type { Config } from '#src/config.js';
import type { Reader } from '#src/store/store.js';
import type { Health } from '../api/health.js';
import type { EdgeEnv } from '../edge-env.js';
import type { ErrorLog } from '../middleware/errors.js';
import type { V1Seams } from './seams.js';

/** What `/v1` is made of. */
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
  seams: V1Seams;
}
