/**
 * npm run verify-erasure -- <account id> [<fingerprint> [<username>]]: reads every document of every collection and
 * every object key, and the archived messages, for remaining names of a deleted account. Prints each one; exits with 1 when there is one. A record
 * that the erasure is to be gone over once more is named, and is no fault. It reads beside the running
 * service, and changes nothing.
 */
import { fail } from './setup.mjs';
import { built, runVerification } from './store/verification.mjs';

const { openObjectStore } = await built('src/adapters/object-store/open-object-store');
const { erasedAccountOf } = await built('src/domain/accounts/erasure');
const { findInObjects } = await built('src/store/archive/find-in-objects');
const { findReferences } = await built('src/store/find-references');

const [account, fingerprint, username] = process.argv.slice(2);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function inStore(store) {
  let found = 0;
  const names = [account, ...(fingerprint ? [fingerprint] : [])];
  for await (const { in: from, id, name } of findReferences(store, names, ['erasures'])) {
    found += 1;
    console.log(`${from} · ${id} · ${name === account ? 'the account' : 'its identity'}`);
  }
  for await (const { key, id, name } of findInObjects(store.objects, names)) {
    found += 1;
    console.log(`object · ${key} · ${id} · ${name === account ? 'the account' : 'its identity'}`);
  }
  return found + (username ? await inMembers(store) : 0);
}

/** The content of messages stays as it was written; memberships, which show people, do not. */
async function inMembers(store) {
  let found = 0;
  for await (const { in: from, id } of findReferences(store, [`"username":${JSON.stringify(username)}`])) {
    if (from !== 'members') continue;
    found += 1;
    console.log(`${from} · ${id} · its username`);
  }
  return found;
}

/** Folders of an account are named after it; other keys are of rooms and hold no account. `erased/` is for restores. */
async function inObjects(objects) {
  let found = 0;
  for (let page = await objects.list(''); page.length > 0; page = await objects.list('', page.at(-1).key)) {
    for (const { key } of page.filter((object) => object.key.includes(account) && !erasedAccountOf(object.key))) {
      found += 1;
      console.log(`object · ${key}`);
    }
  }
  return found;
}

async function underWay(store) {
  const erasure = await store.get('erasures', account);
  if (!erasure) return false;
  const at = new Date(erasure.dueAt).toISOString();
  console.log(erasure.passedAt ? `gone over, and once more from ${at} on` : `still being erased, next from ${at} on`);
  return erasure.passedAt === null;
}

async function isForgotten(store, config) {
  const { objects } = await openObjectStore(config, Date.now);
  try {
    const found = (await inStore(store)) + (await inObjects(objects));
    const isUnderWay = await underWay(store);
    console.log(`${found} traces`);
    return found === 0 && !isUnderWay;
  } finally {
    await objects.close();
  }
}

if (UUID.test(account ?? '')) await runVerification(isForgotten);
else fail('Which account? npm run verify-erasure -- <account id> [<fingerprint> [<username>]]');
