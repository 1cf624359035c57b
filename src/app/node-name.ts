import { hostname } from 'node:os';
import type { Config } from '../config/config.js';

/** The name of this node for operators. */
export const nodeNameOf = ({ cluster, http }: Config): string => cluster?.nodeName ?? `${hostname()}:${http.port}`;
