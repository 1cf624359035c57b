/** Programs that are on this machine already. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The shell without windows starts and draws in two thirds of the time. */
export const foundChromium = () =>
  process.env.CHROMIUM_PATH ?? onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');

/** The path of the first of these names that PATH leads to. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}
