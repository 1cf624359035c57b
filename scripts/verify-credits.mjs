/**
 * npm run verify-credits: recomputes the balances of all organizations, and the impressions and clicks of all sponsored
 * items, from the rows they are made of. Prints every difference; exits with 1 when there is one. It reads one moment of
 * the running service, and changes nothing. MongoDB keeps a moment for five minutes by default; of a longer run, counts
 * that change meanwhile may show as a difference: run it again.
 */
import { argumentsOf } from './setup.mjs';
import { built, runVerification } from './store/verification.mjs';

argumentsOf({ options: {} }, 'npm run verify-credits takes no options.');
const { verifyCredits } = await built('actors/sponsored/verify/verify-credits');

await runVerification(async (store) => {
  await store.holdSnapshot();
  const { movements, organizations, items, problems } = await verifyCredits(store);
  for (const { organization, what } of problems) console.log(`organization ${organization} · ${what}`);
  console.log(
    `${organizations} organizations, ${items} sponsored items, ${movements} movements, ${problems.length} problems`,
  );
  return problems.length === 0;
});
