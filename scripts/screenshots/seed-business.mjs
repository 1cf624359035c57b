/** An organization with a package, a team, a group and sponsored items; another one that waits for its package. */
import { call, operator, put } from './people.mjs';

const billing = {
  legal_name: 'Kahve Köşesi Gıda Ltd. Şti.',
  tax_office: 'Kadıköy',
  tax_id: '1234567890',
  address: 'Moda Caddesi 1',
  city: 'İstanbul',
  country: 'TR',
};
const OUTSIDE = 'https://kahve.example.com/yaz';
const items = [
  {
    title: 'Yaz indirimi',
    body: 'Bütün filtre kahvelerde yüzde otuz, eylül sonuna kadar.',
    budget: 1000,
    scene: 'tepe',
    decision: 'approve',
  },
  {
    title: 'Pazar sabahı tadımı',
    body: 'Altı çekirdek, bir masa, bol sohbet. Yerin ayrılsın.',
    budget: 400,
    scene: 'bahar',
  },
  {
    title: 'Kahve çekilişi',
    body: 'Katılan herkese bir fincan kahve.',
    budget: 100,
    scene: 'orman',
    decision: 'reject',
    reason: 'Çekilişin koşulları yazmıyor.',
  },
];

export async function seedBusiness(url, { people }, pictures) {
  const operate = operator(url);
  const first = await openOrganization(url, people.feraye, { kind: 'company', display_name: 'Kahve Köşesi', billing });
  await takePackage(first, operate);
  await first.do('POST', '/panel/members', { username: 'mert', role: 'admin' });
  await first.do('POST', '/panel/members', { username: 'zeynep', role: 'viewer' });
  const { catalog } = await first.do('GET', '/panel/me');
  const group = { name: 'Sabah Kahvesi', group_type_id: catalog.group_types[0].id };
  await first.do('POST', '/panel/groups', group);
  const grant = { counter: 'message', quantity: 250, note: 'Bekleme için teşekkür' };
  await operate('POST', `/api/console/organizations/${first.id}/grants`, grant);
  const written = [];
  for (const item of items) written.push(await sponsor(first, operate, item, pictures));
  const second = await openOrganization(url, people.umut, { kind: 'individual', display_name: 'Umut Atölyesi' });
  await askForPackage(second);
  return { owner: people.feraye, newcomer: people.nehir, items: written };
}

/** A call of the panel, linked by a code as a browser is. */
async function openOrganization(url, owner, about) {
  const shown = await owner.do('POST', '/panel/link', {});
  await owner.do('POST', '/me/panels', { code: shown.code });
  const { access_token: token } = await owner.do('POST', '/panel/link/claim', { claim: shown.claim });
  const panel = (method, path, body) => call(url, method, `/api${path}`, { token, body });
  const { catalog } = await panel('GET', '/panel/me');
  const type_id = about.kind === 'company' ? { type_id: catalog.organization_types[0].id } : {};
  const purpose = 'Kahve içenleri bir masada buluşturmak.';
  const { organization } = await panel('POST', '/panel/organization', { ...about, ...type_id, purpose });
  return { id: organization.id, do: panel };
}

async function askForPackage(organization) {
  const { products } = await organization.do('GET', '/panel/me');
  const product = products.find(({ features }) => features.includes('sponsored'));
  await organization.do('POST', '/panel/organization/package', { product_id: product.id });
}

async function takePackage(organization, operate) {
  await askForPackage(organization);
  await operate('POST', `/api/console/organizations/${organization.id}/package-request`, { decision: 'approve' });
}

async function sponsor(organization, operate, { scene, decision, reason, ...about }, pictures) {
  const types = { content_type: 'image/jpeg', thumb_content_type: 'image/jpeg' };
  const { full, thumb } = await organization.do('POST', '/panel/sponsored/media/presign', types);
  await Promise.all([put(full, pictures[scene].wide), put(thumb, pictures[scene].thumbnail)]);
  const target = { target_kind: 'url', target: OUTSIDE, image_key: full.key, thumb_key: thumb.key };
  const { item } = await organization.do('POST', '/panel/sponsored', { ...about, ...target });
  await organization.do('POST', `/panel/sponsored/${item.id}/submit`, {});
  if (decision)
    await operate('POST', `/api/console/sponsored/${item.id}/decision`, { decision, ...(reason && { reason }) });
  return item.id;
}
