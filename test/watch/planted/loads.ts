/** It is never read to its end: there is no test yet for which jest could hold a timer, though timers do fire. */
import { setTimeout as pause } from 'node:timers/promises';

await pause(3_600_000);

it('is never defined', () => undefined);
