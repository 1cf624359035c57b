/** Programs that are on this machine already. */
import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

export function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Starts and draws in two thirds of the time of a whole browser; it has no windows and no notifications. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium of CHROMIUM_PATH, or one of PATH; `isWhole` leaves the shell without windows out. */
export function findChromium({ isWhole = false } = {}) {
  const named = process.env.CHROMIUM_PATH;
  if (named && !(isWhole && basename(named) === SHELL)) return named;
  return isWhole ? onPath(...WHOLE) : onPath(SHELL, ...WHOLE);
}

/** The path of the first of these names that PATH leads to. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}
