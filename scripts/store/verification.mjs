/** Shared by the verifying commands: a build of the current sources, the store, and the closing sentence. */
import { checkNode, ensureBuild, ensurePackages } from '../setup.mjs';

checkNode();
ensurePackages();
ensureBuild();

/** A module of the build, by its path among the sources. */
export const built = (path) => import(new URL(`../../dist/${path}.js`, import.meta.url));

const [{ loadConfig }, { withEnvFile }, { openWholeReader }] = await Promise.all(
  ['src/config/config', 'src/config/env-file', 'src/app/open-archive'].map(built),
);

/**
 * Opens the store with its archive for reading, beside the service or without it, asks `verify` whether all is well in it, and exits
 * with 1 when it is not.
 */
export async function runVerification(verify) {
  try {
    const config = loadConfig(withEnvFile('.env', process.env));
    const store = await openWholeReader(config);
    try {
      process.exitCode = (await verify(store, config)) ? 0 : 1;
    } finally {
      await store.close();
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
