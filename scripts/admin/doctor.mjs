/** npm run doctor: builds the current sources, and examines the installation (src/app/doctor/main.ts). */
import { checkNode, ensureBuild, ensurePackages } from '../setup.mjs';

checkNode();
ensurePackages();
ensureBuild();
await import('../../dist/src/app/doctor/main.js');
