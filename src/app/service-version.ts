/** The version of package.json, which stands beside the sources and beside the build. */
import { readFileSync } from 'node:fs';

const places = ['../../package.json', '../../../package.json'];

export function serviceVersion(): string {
  for (const place of places) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (name === 'meydan') return version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('package.json is missing beside the service');
}
