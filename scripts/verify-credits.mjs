/**
 * npm run verify-credits: recomputes the balances of all organizations, and the impressions and clicks of all sponsored
 * items, from the rows they are made of. Prints every difference; exits with 1 when there is one. The embedded store
 * has one holder at a time: stop the service first. On MongoDB, what is counted while this reads may show as a
 * difference: run it again.
 */
import { checkNode, ensureBuild, ensurePackages } from './setup.mjs';

checkNode();
ensurePackages();
ensureBuild();
const { loadConfig } = await import('../dist/src/config.js');
const { withEnvFile } = await import('../dist/src/env-file.js');
const { openStore } = await import('../dist/src/open-store.js');
const { verifyCredits } = await import('../dist/actors/sponsored/verify/verify-credits.js');

async function main() {
  const store = await openStore(loadConfig(withEnvFile('.env', process.env)));
  try {
    const { movements, organizations, items, problems } = await verifyCredits(store);
    for (const { organization, what } of problems) console.log(`organization ${organization} · ${what}`);
    console.log(
      `${organizations} organizations, ${items} sponsored items, ${movements} movements, ${problems.length} problems`,
    );
    process.exitCode = problems.length > 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
