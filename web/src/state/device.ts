/** Tells the service what speaks to it, and in which language: topics and announcements follow that. */
import { ApiError, authorized } from '../net/api.js';
import { language } from '../text/text.js';
import { app } from './app-state.js';

const browsers: [mark: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [mark: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** As people call it in their list of devices; empty when nothing of it is known. */
export function deviceNameOf(agent: string): string {
  const known = [browsers, systems].map((names) => names.find(([mark]) => mark.test(agent))?.[1]);
  return known.filter((name) => name !== undefined).join(', ');
}

export async function tellDevice(): Promise<void> {
  const told = language();
  try {
    const device_model = deviceNameOf(navigator.userAgent);
    await authorized('PUT', '/me/device', { platform: 'web_app', language: told, device_model });
    app.set({ toldLanguage: told });
  } catch (error) {
    // Nothing a person could mend: it is told again at the next start, and until then the service goes by what it knew.
    if (!(error instanceof ApiError)) throw error;
  }
}
