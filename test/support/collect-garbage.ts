import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** A full collection, at once: what is left afterwards is held by somebody. */
export const collectGarbage = runInNewContext('gc') as () => void;
