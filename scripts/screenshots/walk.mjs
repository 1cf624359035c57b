/** Every page and every state of it that matters, in one look. */
import { openCamera } from './camera.mjs';
import { nameOf } from './looks.mjs';
import { freshen } from './seed-chat.mjs';
import { enterChat, walkChat, walkRoom, walkRoomInfo } from './walk-chat.mjs';
import { walkConsole } from './walk-console.mjs';
import { walkEntry, walkPlain } from './walk-entry.mjs';
import { walkFinding } from './walk-finding.mjs';
import { walkNewPanel, walkPanel } from './walk-panel.mjs';
import { walkDiscover, walkPeople } from './walk-people.mjs';

/** Parts of one browser go through it one after the other. */
const browsers = [
  { entry: walkEntry, plain: walkPlain },
  {
    enter: enterChat,
    chat: walkChat,
    room: walkRoom,
    finding: walkFinding,
    info: walkRoomInfo,
    people: walkPeople,
    discover: walkDiscover,
  },
  { panel: walkPanel },
  { new: walkNewPanel },
  { console: walkConsole },
];

/** Steps that prepare a browser, and are not shown. */
const ways = new Set(['enter']);

export const parts = browsers.flatMap((walks) => Object.keys(walks)).filter((part) => !ways.has(part));

export async function walk({ browser, url, town, look, film, only }) {
  const isWanted = (part) => only.length === 0 || only.includes(part);
  await freshen(town.people);
  for (const walks of browsers) {
    const wanted = Object.entries(walks).filter(([part]) => isWanted(part) || ways.has(part));
    if (!wanted.some(([part]) => !ways.has(part))) continue;
    const camera = await openCamera({ browser, url, look, film });
    for (const [part, go] of wanted) await walkPart(part, () => go(camera, town), { camera, film });
    await camera.close();
  }
}

/** A part that cannot be gone through to its end is a fault of its own; the others are looked at all the same. */
async function walkPart(part, go, { camera: { look, page }, film }) {
  try {
    await go();
  } catch (error) {
    const last = film.shots.filter((shot) => shot.look === nameOf(look)).at(-1)?.name ?? 'the beginning';
    const said = error.message.split('\n').slice(0, 3).join(' ');
    film.faults.push(`${part} (${nameOf(look)}): no way on after ${last} at ${page.url()}: ${said}`);
  }
}
