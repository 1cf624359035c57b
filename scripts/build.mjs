/** `npm run build`: compiles the server and the pages into dist/, whether it is needed or not. */
import { build, checkNode, ensurePackages } from './setup.mjs';

checkNode();
ensurePackages();
build();
