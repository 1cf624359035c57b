/** What the bot remembers, in one file: its login, and up to where it has read each room. */
import { readFile, rename, writeFile } from 'node:fs/promises';

export async function fileMemory(file) {
  const held = { session: null, places: {}, ...(await contentsOf(file)) };
  let last = Promise.resolve();
  /** Written aside and put in place at once: a bot that is killed finds the old one or the new one. */
  const write = () => {
    const text = JSON.stringify(held);
    last = last.then(async () => {
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
    });
    return last;
  };
  return {
    sessions: {
      load: () => held.session,
      save: (session) => {
        held.session = session;
        return write();
      },
    },
    placeOf: (slug) => held.places[slug] ?? null,
    keepPlace: (slug, place) => {
      held.places[slug] = place;
      return write();
    },
  };
}

async function contentsOf(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read: ${error.message}`);
  }
}
