/** Every POST about sponsored items, and what has to stand before it can be made. */

import { panelPerson } from '../panel/support/panel-people.js';
import { create, fields, move, offered, shown } from '../sponsored/support/advertisers.js';
import { employ, openOrganization } from '../sponsored/support/sponsored-fixture.js';
import type { PostLine, Scene } from './post-lines.js';

let advertisers = 0;

/** Somebody new whose organization may advertise. */
async function advertiser(scene: Scene): Promise<Scene> {
  advertisers += 1;
  scene.panel = await panelPerson(scene.booted, `reklam${advertisers}`);
  const organization = await openOrganization(scene.booted.app.store);
  await employ(scene.booted.app.store, organization, 'owner', scene.panel.accountId);
  return scene;
}

async function prepared(scene: Scene) {
  await advertiser(scene);
  return undefined;
}

async function drafted(scene: Scene) {
  await advertiser(scene);
  return { id: (await create(scene.booted, scene.panel)).body.item.id as string };
}

async function submitted(scene: Scene) {
  const { id } = await drafted(scene);
  await move(scene.booted, scene.panel, id, 'submit');
  return { id };
}

async function live(scene: Scene) {
  await advertiser(scene);
  return { id: await shown(scene.booted, scene.panel) };
}

async function paused(scene: Scene) {
  const { id } = await live(scene);
  await move(scene.booted, scene.panel, id, 'pause');
  return { id };
}

/** Whatever is live: what an earlier line has left is as good. */
async function offer(scene: Scene) {
  await live(scene);
  const { id, token } = await offered(scene.booted, scene.bob);
  return { id: id as string, token: token as string };
}

const item = '/api/panel/sponsored/{id}';
const body = { token: '{token}' };

export const sponsoredLines: Record<string, PostLine> = {
  '/api/panel/sponsored': { as: 'panel', before: prepared, body: fields(), status: 201 },
  '/api/panel/sponsored/media/presign': { as: 'panel', before: prepared, body: {}, status: 200, looksOnly: true },
  [`${item}/submit`]: { as: 'panel', before: drafted, status: 200 },
  [`${item}/pause`]: { as: 'panel', before: live, status: 200 },
  [`${item}/resume`]: { as: 'panel', before: paused, status: 200 },
  '/api/console/sponsored/{id}/decision': {
    as: 'operator',
    before: submitted,
    body: { decision: 'reject', reason: 'Abartılı.' },
    status: 200,
  },
  '/api/sponsored/{id}/impression': { as: 'bob', before: offer, body, status: 204 },
  '/api/sponsored/{id}/tap': { as: 'bob', before: offer, body, status: 204 },
  '/api/sponsored/{id}/hide': { as: 'bob', before: offer, body, status: 204 },
};
