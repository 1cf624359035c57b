/** The package is of ES modules; this folder of it holds CommonJS, which its own package.json says to Node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
