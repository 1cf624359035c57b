/** Jest's global teardown: ends what the global setup began. */
// biome-ignore lint/style/noDefaultExport: jest's global teardown is a module with one.
export default async function tearDown() {
  await globalThis.sharedMongod?.stop();
}
